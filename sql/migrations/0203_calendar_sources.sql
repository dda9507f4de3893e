-- Which event of another calendar an event is, by the UID of that calendar and the date of the series, in its newest known
-- version. The row outlives the event: an older version that arrives late does not bring a cancelled event back.
create table calendar_sources (
  user_id uuid not null constraint calendar_sources_user_fkey references users (id) on delete cascade,
  uid text not null,
  date text not null,
  event_id uuid,
  sequence integer not null,
  stamp text not null,
  constraint calendar_sources_pkey primary key (user_id, uid, date)
);
