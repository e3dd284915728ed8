/**
 * What jobs there are; `turntable` draws a model from all around, `purge` deletes for good what has had its time in the trash,
 * `merge` gives the assets of a tag another.
 */
export const JOB_KINDS = ['icon', 'turntable', 'import', 'morph', 'cages', 'optimise', 'purge', 'merge'] as const
export type JobKindName = (typeof JOB_KINDS)[number]

/** Where a job stands. One that was cancelled has failed, and its `error` says so. */
export const JOB_STATUSES = ['queued', 'running', 'done', 'failed'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]
