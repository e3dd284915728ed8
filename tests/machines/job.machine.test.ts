import { describe, expect, test } from 'vitest'
import { jobMachine } from '../../src/machines/job.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { answers, startWalk, waits } from '../support/walk.ts'
import { jobModels, jobWith } from './job.model.ts'

followsRecord('job', jobModels)

describe('job', () => {
  test('is followed to its end, which is told once', () => {
    const walk = startWalk(jobMachine)
    let ends = 0
    walk.actor.on('task.ended', () => {
      ends += 1
    })
    walk.happens({ type: 'task.requested', task: 'icon' })
    walk.happens(answers('beginTask', jobWith('queued')))
    walk.happens(waits('pace', 'job.waiting'))
    walk.happens(answers('readJob', jobWith('running', 0.5)))
    expect([walk.actor.getSnapshot().context.job?.progress, ends]).toEqual([0.5, 0])
    walk.happens(waits('pace', 'job.waiting'))
    walk.happens(answers('readJob', jobWith('failed')))
    expect([walk.actor.getSnapshot().value, ends]).toEqual(['idle', 1])
  })
})
