-- The rating, address and waiting time of players who wait: the closest by rating are paired first, and games between two players at one address are not rated.
ALTER TABLE waiting ADD COLUMN rating DOUBLE PRECISION NOT NULL DEFAULT 1500;
ALTER TABLE waiting ADD COLUMN address TEXT;
ALTER TABLE waiting ADD COLUMN entered_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp();
