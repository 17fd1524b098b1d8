-- How strong who waits is, from where, and since when: the nearest is paired first, and never with itself at another server.
ALTER TABLE waiting ADD COLUMN rating DOUBLE PRECISION NOT NULL DEFAULT 1500;
ALTER TABLE waiting ADD COLUMN address TEXT;
ALTER TABLE waiting ADD COLUMN entered_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp();
