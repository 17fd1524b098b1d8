-- On which device who waits plays, as a hash: a game between two players of one device is not rated.
ALTER TABLE waiting ADD COLUMN device TEXT;
