-- Finds the jobs that were allowed to share a posting when the job that held it is gone.
create index jobs_shared_url_idx on jobs (user_id, url_key) where duplicate;
