-- New postings by e-mail: how often somebody wants them, and which postings have been mailed.

create table watch_digests (
  user_id uuid not null constraint watch_digests_user_fkey references users (id) on delete cascade,
  every text not null constraint watch_digests_every_known check (every in ('daily', 'weekly')),
  due_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint watch_digests_pkey primary key (user_id)
);
create index watch_digests_due_idx on watch_digests (due_at);

-- Marked in the transaction that queues the e-mail, so that a posting is in one e-mail, whoever dies when.
alter table watch_postings add column mailed_at timestamptz(3);
