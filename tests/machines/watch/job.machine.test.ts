import { describe, expect, test } from 'vitest'
import { jobMachine } from '../../../src/machines/watch/job.machine.ts'
import { actorDone, delayElapsed, startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import { jobModels, jobWith } from './job.model.ts'

describeMachine('job', jobModels)

describe('job', () => {
  test('polls until the job ends and emits the end once', () => {
    const walk = startMachineDriver(jobMachine)
    let ends = 0
    walk.actor.on('task.ended', () => {
      ends += 1
    })
    walk.trigger({ type: 'task.requested', task: 'icon' })
    walk.trigger(actorDone('startTask', jobWith('queued')))
    walk.trigger(delayElapsed('pollInterval', 'job.waiting'))
    walk.trigger(actorDone('readJob', jobWith('running', 0.5)))
    expect([walk.actor.getSnapshot().context.job?.progress, ends]).toEqual([0.5, 0])
    walk.trigger(delayElapsed('pollInterval', 'job.waiting'))
    walk.trigger(actorDone('readJob', jobWith('failed')))
    expect([walk.actor.getSnapshot().value, ends]).toEqual(['idle', 1])
  })
})
