/** Messages for notices around every page: connection, new version, finished jobs. */
export const messages = {
  'watch.offline': 'You’re offline. What you see may be out of date.',
  'watch.away': 'Can’t reach Atelier. Reconnecting…',
  'watch.version': 'A new version is available.',
  'watch.reload': 'Reload',
  'watch.jobs': 'Notifications',
  'watch.job.done': '{kind} done: {name}',
  'watch.job.failed': '{kind} failed: {name}',
  'watch.jobs.done': '{n} jobs done',
  'watch.jobs.done.one': '1 job done',
  'watch.jobs.failed': '{n} jobs failed',
  'watch.jobs.failed.one': '1 job failed',
  'watch.job.view': 'View',
  'watch.jobs.view': 'View jobs',
  'watch.inspector': 'Inspector',
  'watch.queue': 'Jobs',
  'watch.queue.done': '{n} of {total}',
} as const
