CREATE TABLE IF NOT EXISTS events
(
    id UUID,
    time DateTime,
    time_ms Int64,
    kind String,
    name String,
    entity String,
    type String,
    user_id String,
    anonymous_id String,
    properties String
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (kind, name, time, id)
