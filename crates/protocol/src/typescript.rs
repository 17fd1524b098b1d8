//! The page's types, generated from ours and checked in.
