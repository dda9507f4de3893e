// What other domains may do with activities: read and move those of a job or a contact.
export {
  findLastContact as lastContactOf,
  listActivitiesOfContact,
  listActivitiesOfJob,
  listActivitiesWithIds,
  reassignActivities,
} from './store.ts'
