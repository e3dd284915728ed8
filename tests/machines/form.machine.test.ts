import { describe, expect, test } from 'vitest'
import { formMachine } from '../../src/machines/form.machine.ts'
import { faultsNow, isUnkept } from '../../src/machines/rules/form.ts'
import { followsRecord } from '../support/model/follow.ts'
import { answers, fails, startWalk } from '../support/walk.ts'
import { down, fileSent, fileTaken, formModels, input, named, ready, refusal } from './form.model.ts'

followsRecord('form', formModels)

describe('a form', () => {
  test('a draft that is offered changes nothing until it is taken up, and typing turns it down', () => {
    const draft = { values: { name: 'Kept' }, revision: 3 }
    const offered = startWalk(formMachine, { input })
    offered.happens({ type: 'draft.found', draft })
    expect(offered.actor.getSnapshot().context).toMatchObject({ values: input.initial, offered: draft, revision: 0 })
    offered.happens({ type: 'draft.restored', draft })
    expect(offered.actor.getSnapshot().context).toMatchObject({
      values: { ...input.initial, name: 'Kept' },
      offered: null,
      revision: 3,
    })
    const typed = startWalk(formMachine, { input })
    typed.happens({ type: 'draft.found', draft })
    typed.happens(named)
    expect(typed.actor.getSnapshot().context).toMatchObject({ values: { name: 'Boot' }, offered: null })
  })

  test('a submit with faults is blocked and names the first faulty field', () => {
    const walk = startWalk(formMachine, { input })
    walk.happens({ type: 'submit.requested' })
    expect(walk.emitted).toEqual([{ type: 'submit.blocked', field: 'model' }])
    expect([...walk.actor.getSnapshot().context.touched]).toEqual(['model', 'name', 'isVisible'])
    expect(faultsNow(walk.actor.getSnapshot().context)).toEqual({
      model: 'form.fileMissing',
      name: 'asset.nameMissing',
    })
  })

  test('a file that is still on its way blocks with other words than none', () => {
    const walk = startWalk(formMachine, { input })
    walk.happens(fileTaken)
    expect(faultsNow(walk.actor.getSnapshot().context)).toEqual({ model: 'form.fileUnsent', name: 'asset.nameMissing' })
  })

  test('clearing the file of a field clears its address too', () => {
    const walk = startWalk(formMachine, { input })
    for (const happening of [fileTaken, fileSent, { ...fileTaken, value: undefined }]) walk.happens(happening)
    expect(walk.actor.getSnapshot().context.values).toEqual(input.initial)
  })

  test('a fault the server found lands on its field, nothing typed is lost, and changing the field clears it', () => {
    const walk = startWalk(formMachine, { input: ready })
    walk.happens(named)
    walk.happens({ type: 'submit.requested' })
    walk.happens(fails('submitForm', refusal('body.name')))
    const { context } = walk.actor.getSnapshot()
    expect([context.values['name'], faultsNow(context), context.error]).toEqual([
      'Boot',
      { name: 'asset.nameOdd' },
      null,
    ])
    expect(walk.emitted).toEqual([{ type: 'submit.blocked', field: 'name' }])
    walk.happens({ ...named, value: 'Boots' })
    expect(faultsNow(walk.actor.getSnapshot().context)).toEqual({})
  })

  test('a fault of no field stands above the form', () => {
    const error = refusal('body.bodyId')
    const walk = startWalk(formMachine, { input: ready })
    walk.happens(named)
    walk.happens({ type: 'submit.requested' })
    walk.happens(fails('submitForm', error))
    expect(walk.actor.getSnapshot().value).toBe('failed')
    expect(walk.actor.getSnapshot().context.error).toBe(error)
  })

  test('submitting again after a failure is the same revision, and a change makes a new one', () => {
    const walk = startWalk(formMachine, { input: ready })
    walk.happens(named)
    walk.happens({ type: 'submit.requested' })
    walk.happens(fails('submitForm', down))
    expect(walk.actor.getSnapshot().context.revision).toBe(1)
    walk.happens({ type: 'submit.requested' })
    expect(walk.actor.getSnapshot().context.revision).toBe(1)
    walk.happens({ ...named, value: 'Boots' })
    expect(walk.actor.getSnapshot().context.revision).toBe(2)
  })

  test('what the server made is told once', () => {
    const walk = startWalk(formMachine, { input: ready })
    walk.happens(named)
    walk.happens({ type: 'submit.requested' })
    walk.happens(answers('submitForm', { id: 'a1' }))
    expect(walk.emitted).toEqual([{ type: 'form.submitted', output: { id: 'a1' } }])
  })

  describe('that stays once it is sent', () => {
    const staying = { ...ready, initial: { ...ready.initial, name: 'Cap' }, onceSent: 'settles' } as const
    const begin = () => {
      const walk = startWalk(formMachine, { input: staying })
      const typed = (value: string) => walk.happens({ type: 'value.changed', key: 'name', value })
      const seen = () => {
        const { context, value } = walk.actor.getSnapshot()
        return [value, context.values['name'], context.initial['name'], isUnkept(context)]
      }
      return { walk, typed, seen }
    }

    test('has nothing to send until something changed, nor once it is changed back', () => {
      const { walk, typed, seen } = begin()
      walk.happens({ type: 'submit.requested' })
      typed('Boot')
      typed('Cap')
      walk.happens({ type: 'submit.requested' })
      expect([...seen(), walk.emitted]).toEqual(['editing', 'Cap', 'Cap', false, []])
    })

    test('begins with what the service made of it then, and keeps what was typed meanwhile', () => {
      const { walk, typed, seen } = begin()
      typed('Boot ')
      walk.happens({ type: 'submit.requested' })
      walk.happens(answers('submitForm', { name: 'Boot' }))
      expect(seen()).toEqual(['editing', 'Boot', 'Boot', false])
      typed('Boots')
      walk.happens({ type: 'submit.requested' })
      typed('Boots II')
      const { revision } = walk.actor.getSnapshot().context
      walk.happens({ type: 'draft.kept', revision })
      walk.happens(answers('submitForm', { name: 'Boots' }))
      // The draft that was written holds it no more: it is another revision now.
      expect(seen()).toEqual(['editing', 'Boots II', 'Boots', true])
      expect(walk.emitted.map(({ type }) => type)).toEqual(['form.submitted', 'form.submitted'])
    })

    test('what was typed while others changed it too was made to what was sent, not to theirs', () => {
      const { walk, typed } = begin()
      typed('Boot')
      walk.happens({ type: 'submit.requested' })
      typed('Boots')
      walk.happens(answers('submitForm', { name: 'Theirs' }))
      const { values, initial } = walk.actor.getSnapshot().context
      expect([values['name'], initial['name']]).toEqual(['Boots', 'Boot'])
    })

    test('follows what it is about where nobody touched it, and else tells what that was made to', () => {
      const { walk, typed, seen } = begin()
      walk.happens({ type: 'initial.changed', initial: { name: 'Theirs' } })
      expect(seen()).toEqual(['editing', 'Theirs', 'Theirs', false])
      typed('Mine')
      walk.happens({ type: 'initial.changed', initial: { name: 'Third' } })
      expect(seen()).toEqual(['editing', 'Mine', 'Theirs', true])
      walk.happens({ type: 'initial.changed', initial: { name: 'Mine' } })
      expect(seen()).toEqual(['editing', 'Mine', 'Mine', false])
    })

    test('would lose what is typed until a draft holds just that', () => {
      const { walk, typed, seen } = begin()
      typed('Boot')
      const { revision } = walk.actor.getSnapshot().context
      walk.happens({ type: 'draft.kept', revision })
      expect(seen().at(-1)).toBe(false)
      typed('Boots')
      expect(seen().at(-1)).toBe(true)
      walk.happens({ type: 'draft.kept', revision })
      expect(seen().at(-1)).toBe(true)
      walk.happens({ type: 'draft.kept', revision: revision + 1 })
      expect(seen().at(-1)).toBe(false)
      walk.happens({ type: 'form.discarded' })
      expect(seen()).toEqual(['editing', 'Cap', 'Cap', false])
    })
  })

  describe('one that asks, for more than one purpose', () => {
    const purposes = { named: ['name'], bare: [] }
    const begin = () => {
      const walk = startWalk(formMachine, { input: { ...input, purposes, onceSent: 'repeats' } })
      const submit = (purpose?: string) =>
        walk.happens({ type: 'submit.requested', ...(purpose !== undefined && { purpose }) })
      return { walk, submit, context: () => walk.actor.getSnapshot().context }
    }

    test('shows what is missing for that purpose, and nothing else', () => {
      const { walk, submit, context } = begin()
      submit('named')
      expect([walk.emitted, [...context().touched]]).toEqual([[{ type: 'submit.blocked', field: 'name' }], ['name']])
      submit()
      expect(walk.emitted.at(-1)).toEqual({ type: 'submit.blocked', field: 'model' })
    })

    test('once answered it may ask again as it is, and that is another intent', () => {
      const { walk, submit, context } = begin()
      submit('bare')
      expect(context().purpose).toBe('bare')
      walk.happens(answers('submitForm', null))
      submit('bare')
      expect([walk.actor.getSnapshot().value, context().revision]).toEqual(['submitting', 1])
    })

    test('where it failed for one purpose, another is checked by what that one needs', () => {
      const { walk, submit, context } = begin()
      submit('bare')
      walk.happens(fails('submitForm', down))
      submit('named')
      expect([walk.emitted, context().error]).toEqual([[{ type: 'submit.blocked', field: 'name' }], down])
      submit('bare')
      expect([walk.actor.getSnapshot().value, context().error]).toEqual(['submitting', null])
    })
  })
})
