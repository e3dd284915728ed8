import * as v from 'valibot'
import type { SnapshotFrom } from 'xstate'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { formMachine } from '../../../src/machines/form/form.machine.ts'
import type { FormInput } from '../../../src/machines/form/form.setup.ts'
import { mergeFieldErrors } from '../../../src/machines/form/form.ts'
import { actorDone, actorFailed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const invalidInputError = (path: string) =>
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
export const networkError = new ApiError('FETCH_ERROR', 'assets')
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
export const nameChanged = { type: 'value.changed', key: 'name', value: 'Boot' } as const
export const fileChosen = { type: 'value.changed', key: 'modelFile', value: file } as const
export const fileUploaded = { type: 'value.changed', key: 'modelUrl', value: '/files/a.glb' } as const
export const inputWithFile = { ...input, initial: { ...input.initial, modelUrl: '/files/a.glb' } }

/** Returns whether the values that a form submits have these fields, which the schema requires. */
const submits = ({ context: { submittedValues } }: SnapshotFrom<typeof formMachine>, ...fields: string[]) =>
  fields.every((field) => Boolean(submittedValues[field]))

const invariants = {
  'a submitted form is complete': (snapshot: SnapshotFrom<typeof formMachine>) =>
    !snapshot.matches('submitting') || submits(snapshot, 'modelUrl', 'name'),
}

export const formModels: MachineModels = {
  listeners: {
    'form.submitted': [
      'src/ui/form/use-form.ts',
      'src/ui/new-asset/use-new-asset.ts',
      'src/ui/new-asset/bind-new-asset.ts',
    ],
    'submit.blocked': ['src/ui/form/Form.tsx', 'src/ui/new-asset/bind-new-asset.ts'],
  },
  models: {
    'a form': defineModel({
      machine: formMachine,
      input: inputWithFile,
      events: [
        nameChanged,
        { type: 'value.changed', key: 'name', value: '' },
        { type: 'field.blurred', field: 'name' },
        { type: 'draft.restored', draft: { values: { name: 'Kept' }, revision: 3 } },
        { type: 'draft.found', draft: { values: { name: 'Kept' }, revision: 3 } },
        { type: 'draft.declined' },
        { type: 'form.discarded' },
        { type: 'submit.requested' },
        actorDone('submitForm', { id: 'a1' }),
        actorFailed('submitForm', invalidInputError('body.name')),
        actorFailed('submitForm', networkError),
      ],
      contextKey: (context) => [
        context.values,
        [...context.touched],
        mergeFieldErrors(context),
        context.error !== null,
        context.revision > 0,
        context.offeredDraft !== null,
      ],
      invariants,
    }),
    'a form that continues after submission': defineModel({
      machine: formMachine,
      input: { ...inputWithFile, afterSubmit: 'settles', initial: { ...inputWithFile.initial, name: 'Boot' } },
      events: [
        { type: 'value.changed', key: 'name', value: 'Cap' },
        { type: 'value.changed', key: 'name', value: 'Boot' },
        { type: 'draft.saved', revision: 1 },
        { type: 'initial.changed', initial: { ...inputWithFile.initial, name: 'Hood' } },
        { type: 'submit.requested' },
        actorDone('submitForm', { ...inputWithFile.initial, name: 'Cap' }),
        actorFailed('submitForm', networkError),
        { type: 'form.discarded' },
      ],
      contextKey: ({ values, initial, submittedValues, savedRevision, revision, touched, error }) => [
        values,
        initial,
        submittedValues,
        savedRevision,
        Math.min(revision, 2),
        touched.size,
        error !== null,
      ],
      invariants,
    }),
    'a form with several purposes': defineModel({
      machine: formMachine,
      input: { ...inputWithFile, afterSubmit: 'repeats', purposes: { named: ['name'], bare: [] } },
      events: [
        nameChanged,
        { type: 'value.changed', key: 'modelUrl', value: undefined },
        { type: 'submit.requested' },
        { type: 'submit.requested', purpose: 'named' },
        { type: 'submit.requested', purpose: 'bare' },
        actorDone('submitForm', null),
        actorFailed('submitForm', networkError),
      ],
      contextKey: ({ values, touched, purpose, error, faults }) => [
        values,
        [...touched],
        purpose,
        faults,
        error !== null,
      ],
      invariants: {
        'a submitted form has the fields that its purpose requires': (snapshot) => {
          const { purpose } = snapshot.context
          if (!snapshot.matches('submitting') || purpose === 'bare') return true
          return purpose === 'named' ? submits(snapshot, 'name') : submits(snapshot, 'modelUrl', 'name')
        },
      },
    }),
  },
}
