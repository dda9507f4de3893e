-- When something is due by a message that names a time: of one that names only a day, its end in the person's zone counts.
-- And whether a message only asks if an appointment could be at another time, which moves nothing.
alter table inbox_messages
  add column deadline_at timestamptz(3),
  add column asks boolean not null default false;
