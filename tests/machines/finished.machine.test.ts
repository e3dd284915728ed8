import { expect, test } from 'vitest'
import { finishedMachine } from '../../src/machines/finished.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { answers, startWalk, waits } from '../support/walk.ts'
import { finishedModels, job } from './finished.model.ts'

followsRecord('finished', finishedModels)

test('jobs that were asked for together are told together, once the last has ended', () => {
  const walk = startWalk(finishedMachine)
  walk.happens({ type: 'job.asked', id: 'a' })
  walk.happens({ type: 'job.asked', id: 'b' })
  walk.happens(waits('pause', 'finished.waiting'))
  walk.happens(answers('readJobs', { jobs: [job('a', 'done'), job('b', 'running')], gone: [] }))
  expect(walk.emitted).toEqual([])
  walk.happens(waits('pause', 'finished.waiting'))
  walk.happens(answers('readJobs', { jobs: [job('b', 'failed')], gone: [] }))
  expect(walk.emitted).toEqual([{ type: 'jobs.finished', jobs: [job('a', 'done'), job('b', 'failed')] }])
})
