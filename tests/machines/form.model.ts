import * as v from 'valibot'
import { ApiError } from '../../src/api/contract/errors.ts'
import { formMachine } from '../../src/machines/form.machine.ts'
import type { FormInput } from '../../src/machines/form.parts.ts'
import { faultsNow } from '../../src/machines/rules/form.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails } from '../support/walk.ts'

export const refusal = (path: string) =>
  new ApiError('http', 'assets', {
    status: 400,
    body: {
      error: { code: 'INVALID_INPUT', message: 'no', status: 400, details: [{ path, message: 'asset.nameOdd' }] },
      type: '/docs#INVALID_INPUT',
      title: 'Invalid input',
      status: 400,
      detail: 'no',
    },
  })
export const down = new ApiError('FETCH_ERROR', 'assets')
export const file = new File(['x'], 'a.glb')
export const input: FormInput = {
  schema: v.strictObject({
    modelUrl: v.string(),
    name: v.pipe(v.string(), v.minLength(1, 'asset.nameMissing')),
    isVisible: v.boolean(),
  }),
  fields: [
    { name: 'model', kind: 'file' },
    { name: 'name', kind: 'value' },
    { name: 'isVisible', kind: 'toggle' },
  ],
  initial: { modelFile: undefined, modelUrl: undefined, name: '', isVisible: false },
}
export const named = { type: 'value.changed', key: 'name', value: 'Boot' } as const
export const fileTaken = { type: 'value.changed', key: 'modelFile', value: file } as const
export const fileSent = { type: 'value.changed', key: 'modelUrl', value: '/files/a.glb' } as const
export const ready = { ...input, initial: { ...input.initial, modelUrl: '/files/a.glb' } }

/** Tries the machine out. */
export const formModels: Models = {
  listeners: {
    'form.submitted': [
      'src/ui/form/use-form.ts',
      'src/ui/new-asset/use-new-asset.ts',
      'src/ui/new-asset/follow-parts.ts',
    ],
    'submit.blocked': ['src/ui/form/Form.tsx', 'src/ui/new-asset/follow-parts.ts'],
  },
  models: {
    'a form': model({
      machine: formMachine,
      input: ready,
      happenings: [
        named,
        { type: 'value.changed', key: 'name', value: '' },
        { type: 'field.blurred', field: 'name' },
        { type: 'draft.restored', draft: { values: { name: 'Kept' }, revision: 3 } },
        { type: 'draft.found', draft: { values: { name: 'Kept' }, revision: 3 } },
        { type: 'draft.declined' },
        { type: 'form.discarded' },
        { type: 'submit.requested' },
        answers('submitForm', { id: 'a1' }),
        fails('submitForm', refusal('body.name')),
        fails('submitForm', down),
      ],
      sees: (context) => [
        context.values,
        [...context.touched],
        faultsNow(context),
        context.error !== null,
        context.revision > 0,
        context.offered !== null,
      ],
    }),
    'a form that goes on once it is sent': model({
      machine: formMachine,
      input: { ...ready, onceSent: 'settles', initial: { ...ready.initial, name: 'Boot' } },
      happenings: [
        { type: 'value.changed', key: 'name', value: 'Cap' },
        { type: 'value.changed', key: 'name', value: 'Boot' },
        { type: 'draft.kept', revision: 1 },
        { type: 'initial.changed', initial: { ...ready.initial, name: 'Hood' } },
        { type: 'submit.requested' },
        answers('submitForm', { ...ready.initial, name: 'Cap' }),
        fails('submitForm', down),
        { type: 'form.discarded' },
      ],
      sees: ({ values, initial, sent, kept, revision, touched, error }) => [
        values,
        initial,
        sent,
        kept,
        Math.min(revision, 2),
        touched.size,
        error !== null,
      ],
    }),
    'a form that asks, for more than one purpose': model({
      machine: formMachine,
      input: { ...ready, onceSent: 'repeats', purposes: { named: ['name'], bare: [] } },
      happenings: [
        named,
        { type: 'value.changed', key: 'modelUrl', value: undefined },
        { type: 'submit.requested' },
        { type: 'submit.requested', purpose: 'named' },
        { type: 'submit.requested', purpose: 'bare' },
        answers('submitForm', null),
        fails('submitForm', down),
      ],
      sees: ({ values, touched, purpose, error, faults }) => [values, [...touched], purpose, faults, error !== null],
    }),
  },
}
