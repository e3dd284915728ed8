/** Sentences of what the frame tells by itself. */
export const words = {
  'watch.offline': 'You’re offline. What you see may be out of date.',
  'watch.away': 'Atelier can’t reach the service. It keeps trying.',
  'watch.version': 'There is a new version of Atelier.',
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
  'watch.queue': 'Queue',
  'watch.queue.done': '{n} of {total}',
} as const
