import * as v from 'valibot'
import type { AnyMachineSnapshot, ContextFrom } from 'xstate'
import { formMachine } from '../../../src/machines/form/form.machine.ts'
import { mergeFieldErrors } from '../../../src/machines/form/form.ts'
import { invalidInputError } from '../../machines/form/form.model.ts'
import { actorDone, actorFailed } from '../../support/machine-driver.ts'
import { defineModel } from '../../support/model/model.ts'
import { expect } from '../support.ts'
import { STRONG_PASSWORD } from './accounts.ts'
import { type PageModel, type PathRun, pressEvenIfBusy } from './page-model.ts'
import { signInAsNewUser } from './sign-in.ts'

const NEW_PASSWORD = 'another harbour at dawn'
const SHORT_PASSWORD = 'short'

/** Error for a wrong current password. The form shows the error at that field. */
const WRONG_PASSWORD = Object.assign(invalidInputError('body.current'), {
  refusal: 'This isn’t your current password.',
})
const REQUEST_ERROR = new Error('a fault')

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ContextFrom<typeof formMachine>

const form = ({ page }: PathRun) => page.getByRole('form', { name: 'Change password' })
const field = (run: PathRun, name: string) => form(run).getByLabel(name, { exact: true })
const button = (run: PathRun) => form(run).getByRole('button', { name: 'Change password' })

const readFieldError = (run: PathRun, name: string) => async () => {
  const id = await field(run, name).getAttribute('aria-describedby')
  const texts = await Promise.all(
    (id ?? '')
      .split(' ')
      .map(async (describedId) => (describedId ? run.page.locator(`[id="${describedId}"]`).allInnerTexts() : [])),
  )
  const invalid = (await field(run, name).getAttribute('aria-invalid')) === 'true'
  return invalid ? (texts.flat().at(-1) ?? '') : null
}

const MESSAGES: Record<string, string> = {
  'password.missing': 'Choose a password.',
  'password.tooShort': 'Use at least 12 characters.',
}

/** The change-password form: validation on blur, a server error at a field, a failed request, a retry and success. */
export const passwordForm: PageModel = {
  model: defineModel({
    machine: formMachine,
    input: {
      schema: v.strictObject({
        current: v.optional(v.string()),
        password: v.pipe(v.string(), v.nonEmpty('password.missing'), v.minLength(12, 'password.tooShort')),
      }),
      fields: [
        { name: 'current', kind: 'value' },
        { name: 'password', kind: 'value' },
      ],
      initial: { current: STRONG_PASSWORD, password: '' },
      fieldByErrorCode: {},
    },
    events: [
      { type: 'value.changed', key: 'password', value: NEW_PASSWORD },
      { type: 'value.changed', key: 'password', value: SHORT_PASSWORD },
      { type: 'value.changed', key: 'current', value: STRONG_PASSWORD },
      { type: 'field.blurred', field: 'password' },
      { type: 'submit.requested' },
      actorDone('submitForm', {}),
      actorFailed('submitForm', WRONG_PASSWORD),
      actorFailed('submitForm', REQUEST_ERROR),
    ],
    contextKey: (context) => [
      context.values,
      context.touched.has('password'),
      mergeFieldErrors(context),
      context.error !== null,
    ],
    isPossible: ({ value: state, context }, { type, ...data }) => {
      if (type !== 'value.changed') return true
      const { key = '', value } = data as { key?: string; value?: string }
      // Corrects the current password only after the server has rejected that password. The same value again is no change.
      return key === 'current'
        ? 'current' in context.serverFaults && state !== 'submitting'
        : value !== context.values[key]
    },
    isEnd: ({ value }) => value === 'submitted',
  }),
  open: async (run) => {
    await signInAsNewUser('/account')(run)
    await expect(button(run)).toBeVisible()
    await field(run, 'Current password').fill(STRONG_PASSWORD)
  },
  actions: {
    'value.changed': [
      'another value is entered',
      async (run, { key, value }: { key: string; value: string }) => {
        // Fills the field as a password manager does, without blurring it.
        await field(run, key === 'current' ? 'Current password' : 'New password').fill(value)
      },
    ],
    'field.blurred': [
      'the new password loses the focus',
      async (run) => {
        await field(run, 'New password').focus()
        await run.page.keyboard.press('Tab')
      },
    ],
    'submit.requested': [
      'the form is submitted',
      async (run) => {
        const end = run.nextEventOf('submitForm') as { error?: unknown } | undefined
        if (end?.error === WRONG_PASSWORD && !(await button(run).getAttribute('aria-disabled')))
          await field(run, 'Current password').fill('not this one at all')
        await pressEvenIfBusy(button(run))
      },
    ],
  },
  requestMatchers: { submitForm: ({ method, path }) => method === 'PATCH' && path === '/v1/users/me/password' },
  screens: (page) => {
    const form = page.getByRole('form', { name: 'Change password' })
    const busyButton = form.locator('button[data-busy]')
    const errorAlert = form.getByRole('alert')
    const successToast = page.getByText('Password changed. We signed you out everywhere else.')
    return {
      editing: { visible: [form], absent: [busyButton, errorAlert, successToast] },
      submitting: { visible: [form, busyButton], absent: [errorAlert, successToast] },
      failed: { visible: [form, errorAlert], absent: [busyButton, successToast] },
      submitted: { visible: [form, successToast], absent: [busyButton, errorAlert] },
    }
  },
  checks: {
    'the displayed error': {
      expected: (snapshot, { expectedMessage }) => (contextOf(snapshot).error === null ? null : expectedMessage),
      actual: async (run) => (await form(run).getByRole('alert').allInnerTexts())[0]?.trim() ?? null,
    },
    'the error of the new password': {
      expected: (snapshot) => {
        const { touched } = contextOf(snapshot)
        const errorKey = mergeFieldErrors(contextOf(snapshot)).password
        return errorKey && touched.has('password') && snapshot.value !== 'submitted'
          ? (MESSAGES[errorKey] ?? errorKey)
          : null
      },
      actual: (run) => readFieldError(run, 'New password')(),
    },
    'the error of the current password': {
      expected: (snapshot) => ('current' in contextOf(snapshot).serverFaults ? WRONG_PASSWORD.refusal : null),
      actual: (run) => readFieldError(run, 'Current password')(),
    },
  },
}
