import { expect, test } from 'vitest'
import { jobWatchMachine } from '../../../src/machines/watch/job-watch.machine.ts'
import { actorDone, delayElapsed, startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import { job, jobWatchModels } from './job-watch.model.ts'

describeMachine('job-watch', jobWatchModels)

test('reports, in one event, all jobs that were requested together, once the last one has ended', () => {
  const walk = startMachineDriver(jobWatchMachine)
  walk.trigger({ type: 'job.started', id: 'a' })
  walk.trigger({ type: 'job.started', id: 'b' })
  walk.trigger(delayElapsed('pollInterval', 'job-watch.waiting'))
  walk.trigger(actorDone('readJobs', { jobs: [job('a', 'done'), job('b', 'running')], deletedIds: [] }))
  expect(walk.emitted).toEqual([])
  walk.trigger(delayElapsed('pollInterval', 'job-watch.waiting'))
  walk.trigger(actorDone('readJobs', { jobs: [job('b', 'failed')], deletedIds: [] }))
  expect(walk.emitted).toEqual([{ type: 'jobs.finished', jobs: [job('a', 'done'), job('b', 'failed')] }])
})
