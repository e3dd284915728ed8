import type { Deps } from '../boot/deps.ts'

/** Dependencies of the kinds of jobs, limited to what a worker process has. */
export type JobDependencies = Pick<
  Deps,
  'db' | 'now' | 'files' | 'log' | 'renderIcon' | 'geometry' | 'optimiseModel' | 'mailer' | 'publicUrl' | 'passwords'
>
