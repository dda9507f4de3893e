-- What is to be done next for a job, and until when. Both are the user's words and dates, so they are columns of the job and
-- not events: most of them never reach a calendar.

alter table jobs
  add column deadline timestamptz(3),
  add column next_step text,
  add constraint jobs_next_step_check check (char_length(next_step) between 1 and 200);
create index jobs_deadline_idx on jobs (user_id, deadline) where deadline is not null;
