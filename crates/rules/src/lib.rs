//! The rules of four in a row.
#![no_std]
