-- The device of a player who waits, as a hash: a game between two players on one device is not rated.
ALTER TABLE waiting ADD COLUMN device TEXT;
