import { describe, expect, test } from 'vitest'
import { formMachine } from '../../../src/machines/form/form.machine.ts'
import { hasUnsavedChanges, mergeFieldErrors } from '../../../src/machines/form/form.ts'
import { actorDone, actorFailed, startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import {
  fileChosen,
  fileUploaded,
  formModels,
  input,
  inputWithFile,
  invalidInputError,
  nameChanged,
  networkError,
} from './form.model.ts'

describeMachine('form', formModels)

describe('form', () => {
  test('applies an offered draft only when accepted, and dismisses it on typing', () => {
    const draft = { values: { name: 'Kept' }, revision: 3 }
    const offered = startMachineDriver(formMachine, { input })
    offered.trigger({ type: 'draft.found', draft })
    expect(offered.actor.getSnapshot().context).toMatchObject({
      values: input.initial,
      offeredDraft: draft,
      revision: 0,
    })
    offered.trigger({ type: 'draft.restored', draft })
    expect(offered.actor.getSnapshot().context).toMatchObject({
      values: { ...input.initial, name: 'Kept' },
      offeredDraft: null,
      revision: 3,
    })
    const walk = startMachineDriver(formMachine, { input })
    walk.trigger({ type: 'draft.found', draft })
    walk.trigger(nameChanged)
    expect(walk.actor.getSnapshot().context).toMatchObject({ values: { name: 'Boot' }, offeredDraft: null })
  })

  test('blocks the submission of invalid values, and emits the first invalid field', () => {
    const walk = startMachineDriver(formMachine, { input })
    walk.trigger({ type: 'submit.requested' })
    expect(walk.emitted).toEqual([{ type: 'submit.blocked', field: 'model' }])
    expect([...walk.actor.getSnapshot().context.touched]).toEqual(['model', 'name', 'isVisible'])
    expect(mergeFieldErrors(walk.actor.getSnapshot().context)).toEqual({
      model: 'form.fileMissing',
      name: 'asset.nameMissing',
    })
  })

  test('shows a message of its own for a chosen file that is not uploaded yet', () => {
    const walk = startMachineDriver(formMachine, { input })
    walk.trigger(fileChosen)
    expect(mergeFieldErrors(walk.actor.getSnapshot().context)).toEqual({
      model: 'form.fileUnsent',
      name: 'asset.nameMissing',
    })
  })

  test('clears the URL of a file field together with its file', () => {
    const walk = startMachineDriver(formMachine, { input })
    for (const event of [fileChosen, fileUploaded, { ...fileChosen, value: undefined }]) walk.trigger(event)
    expect(walk.actor.getSnapshot().context.values).toEqual(input.initial)
  })

  test('shows a server fault at its field, keeps the input, and clears the fault on change', () => {
    const walk = startMachineDriver(formMachine, { input: inputWithFile })
    walk.trigger(nameChanged)
    walk.trigger({ type: 'submit.requested' })
    walk.trigger(actorFailed('submitForm', invalidInputError('body.name')))
    const { context } = walk.actor.getSnapshot()
    expect([context.values['name'], mergeFieldErrors(context), context.error]).toEqual([
      'Boot',
      { name: 'asset.nameOdd' },
      null,
    ])
    expect(walk.emitted).toEqual([{ type: 'submit.blocked', field: 'name' }])
    walk.trigger({ ...nameChanged, value: 'Boots' })
    expect(mergeFieldErrors(walk.actor.getSnapshot().context)).toEqual({})
  })

  test('clears the server fault of a file when another file is uploaded', () => {
    const walk = startMachineDriver(formMachine, { input: inputWithFile })
    walk.trigger(nameChanged)
    walk.trigger({ type: 'submit.requested' })
    walk.trigger(actorFailed('submitForm', invalidInputError('body.modelUrl')))
    expect(Object.keys(mergeFieldErrors(walk.actor.getSnapshot().context))).toEqual(['model'])
    for (const event of [fileChosen, fileUploaded]) walk.trigger(event)
    expect(mergeFieldErrors(walk.actor.getSnapshot().context)).toEqual({})
  })

  test('stores a server error about a field that the form lacks as an error of the whole form', () => {
    const error = invalidInputError('body.bodyId')
    const walk = startMachineDriver(formMachine, { input: inputWithFile })
    walk.trigger(nameChanged)
    walk.trigger({ type: 'submit.requested' })
    walk.trigger(actorFailed('submitForm', error))
    expect(walk.actor.getSnapshot().value).toBe('failed')
    expect(walk.actor.getSnapshot().context.error).toBe(error)
  })

  test('keeps the revision when a failed submission is retried, and increments it on a change', () => {
    const walk = startMachineDriver(formMachine, { input: inputWithFile })
    walk.trigger(nameChanged)
    walk.trigger({ type: 'submit.requested' })
    walk.trigger(actorFailed('submitForm', networkError))
    expect(walk.actor.getSnapshot().context.revision).toBe(1)
    walk.trigger({ type: 'submit.requested' })
    expect(walk.actor.getSnapshot().context.revision).toBe(1)
    walk.trigger({ ...nameChanged, value: 'Boots' })
    expect(walk.actor.getSnapshot().context.revision).toBe(2)
  })

  test("emits the server's result once when a submission succeeds", () => {
    const walk = startMachineDriver(formMachine, { input: inputWithFile })
    walk.trigger(nameChanged)
    walk.trigger({ type: 'submit.requested' })
    walk.trigger(actorDone('submitForm', { id: 'a1' }))
    expect(walk.emitted).toEqual([{ type: 'form.submitted', output: { id: 'a1' } }])
  })

  describe('that continues after submission', () => {
    const staying = {
      ...inputWithFile,
      initial: { ...inputWithFile.initial, name: 'Cap' },
      afterSubmit: 'settles',
    } as const
    const begin = () => {
      const walk = startMachineDriver(formMachine, { input: staying })
      const typed = (value: string) => walk.trigger({ type: 'value.changed', key: 'name', value })
      const seen = () => {
        const { context, value } = walk.actor.getSnapshot()
        return [value, context.values['name'], context.initial['name'], hasUnsavedChanges(context)]
      }
      return { walk, typed, seen }
    }

    test('submits nothing without changes, or after they are reverted', () => {
      const { walk, typed, seen } = begin()
      walk.trigger({ type: 'submit.requested' })
      typed('Boot')
      typed('Cap')
      walk.trigger({ type: 'submit.requested' })
      expect([...seen(), walk.emitted]).toEqual(['editing', 'Cap', 'Cap', false, []])
    })

    test("compares later input with the sent values, not with another user's values in the response", () => {
      const { walk, typed } = begin()
      typed('Boot')
      walk.trigger({ type: 'submit.requested' })
      typed('Boots')
      walk.trigger(actorDone('submitForm', { name: 'Theirs' }))
      const { values, initial } = walk.actor.getSnapshot().context
      expect([values['name'], initial['name']]).toEqual(['Boots', 'Boot'])
    })
  })

  describe('with several purposes that can be submitted repeatedly', () => {
    const purposes = { named: ['name'], bare: [] }
    const begin = () => {
      const walk = startMachineDriver(formMachine, { input: { ...input, purposes, afterSubmit: 'repeats' } })
      const submit = (purpose?: string) =>
        walk.trigger({ type: 'submit.requested', ...(purpose !== undefined && { purpose }) })
      return { walk, submit, context: () => walk.actor.getSnapshot().context }
    }

    test('reports missing input only in the fields that the submitted purpose requires', () => {
      const { walk, submit, context } = begin()
      submit('named')
      expect([walk.emitted, [...context().touched]]).toEqual([[{ type: 'submit.blocked', field: 'name' }], ['name']])
      submit()
      expect(walk.emitted.at(-1)).toEqual({ type: 'submit.blocked', field: 'model' })
    })

    test('can be submitted again unchanged after a response, as a new revision', () => {
      const { walk, submit, context } = begin()
      submit('bare')
      expect(context().purpose).toBe('bare')
      walk.trigger(actorDone('submitForm', null))
      submit('bare')
      expect([walk.actor.getSnapshot().value, context().revision]).toEqual(['submitting', 1])
    })

    test('validates the fields of another purpose that is submitted after a failed submission', () => {
      const { walk, submit, context } = begin()
      submit('bare')
      walk.trigger(actorFailed('submitForm', networkError))
      submit('named')
      expect([walk.emitted, context().error]).toEqual([[{ type: 'submit.blocked', field: 'name' }], networkError])
      submit('bare')
      expect([walk.actor.getSnapshot().value, context().error]).toEqual(['submitting', null])
    })
  })
})
