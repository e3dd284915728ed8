import * as v from 'valibot'
import type { AnyMachineSnapshot, ContextFrom } from 'xstate'
import { formMachine } from '../../../src/machines/form.machine.ts'
import { faultsNow } from '../../../src/machines/rules/form.ts'
import { refusal } from '../../machines/form.model.ts'
import { model } from '../../support/model/model.ts'
import { answers, fails } from '../../support/walk.ts'
import { expect } from '../support.ts'
import { LONG } from './accounts.ts'
import { type PageModel, press, type Visit } from './page-model.ts'
import { asNewPerson } from './sign-in.ts'

const NEXT = 'another harbour at dawn'
const SHORT = 'short'

/** The current password is wrong, which the server finds and the form says at its field. */
const WRONG = Object.assign(refusal('body.current'), { refusal: 'This isn’t your current password.' })
const fault = new Error('a fault')

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ContextFrom<typeof formMachine>

const form = ({ page }: Visit) => page.getByRole('form', { name: 'Change password' })
const field = (visit: Visit, name: string) => form(visit).getByLabel(name, { exact: true })
const button = (visit: Visit) => form(visit).getByRole('button', { name: 'Change password' })

/** What a field is said to be wrong with. */
const faultAt = (visit: Visit, name: string) => async () => {
  const id = await field(visit, name).getAttribute('aria-describedby')
  const texts = await Promise.all(
    (id ?? '').split(' ').map(async (one) => (one ? visit.page.locator(`[id="${one}"]`).allInnerTexts() : [])),
  )
  const invalid = (await field(visit, name).getAttribute('aria-invalid')) === 'true'
  return invalid ? (texts.flat().at(-1) ?? '') : null
}

const SENTENCES: Record<string, string> = {
  'password.missing': 'Choose a password.',
  'password.tooShort': 'Use at least 12 characters.',
}

/** The form that changes a password: checked as it is left, refused at a field, failed, tried again, done. */
export const passwordForm: PageModel = {
  model: model({
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
      initial: { current: LONG, password: '' },
      places: {},
    },
    happenings: [
      { type: 'value.changed', key: 'password', value: NEXT },
      { type: 'value.changed', key: 'password', value: SHORT },
      { type: 'value.changed', key: 'current', value: LONG },
      { type: 'field.blurred', field: 'password' },
      { type: 'submit.requested' },
      answers('submitForm', {}),
      fails('submitForm', WRONG),
      fails('submitForm', fault),
    ],
    sees: (context) => [context.values, context.touched.has('password'), faultsNow(context), context.error !== null],
    allows: ({ value: state, context }, { type, ...rest }) => {
      if (type !== 'value.changed') return true
      const { key = '', value } = rest as { key?: string; value?: string }
      // Who corrects the current password was told that it is wrong; and what stands there cannot be entered anew.
      return key === 'current' ? 'current' in context.refused && state !== 'submitting' : value !== context.values[key]
    },
    stopWhen: ({ value }) => value === 'submitted',
  }),
  open: async (visit) => {
    await asNewPerson('/account')(visit)
    await expect(button(visit)).toBeVisible()
    await field(visit, 'Current password').fill(LONG)
  },
  actions: {
    'value.changed': [
      'something else is entered',
      async (visit, { key, value }: { key: string; value: string }) => {
        // Filled as by a password manager: the field is not left by it.
        await field(visit, key === 'current' ? 'Current password' : 'New password').fill(value)
      },
    ],
    'field.blurred': [
      'the field is left',
      async (visit) => {
        await field(visit, 'New password').focus()
        await visit.page.keyboard.press('Tab')
      },
    ],
    'submit.requested': [
      'it is sent',
      async (visit) => {
        const end = visit.ahead('submitForm') as { error?: unknown } | undefined
        if (end?.error === WRONG && !(await button(visit).getAttribute('aria-disabled')))
          await field(visit, 'Current password').fill('not this one at all')
        await press(button(visit))
      },
    ],
  },
  outcomes: { submitForm: ({ method, path }) => method === 'PATCH' && path === '/v1/users/me/password' },
  looks: (page) => {
    const form = page.getByRole('form', { name: 'Change password' })
    const busy = form.locator('button[data-busy]')
    const failed = form.getByRole('alert')
    const done = page.getByText('Password changed. We signed you out everywhere else.')
    return {
      editing: { shows: [form], lacks: [busy, failed, done] },
      submitting: { shows: [form, busy], lacks: [failed, done] },
      failed: { shows: [form, failed], lacks: [busy, done] },
      submitted: { shows: [form, done], lacks: [busy, failed] },
    }
  },
  signs: {
    'says why it failed': {
      wanted: (snapshot, { said }) => (contextOf(snapshot).error === null ? null : said),
      seen: async (visit) => (await form(visit).getByRole('alert').allInnerTexts())[0]?.trim() ?? null,
    },
    'what is wrong with the new password': {
      wanted: (snapshot) => {
        const { touched } = contextOf(snapshot)
        const word = faultsNow(contextOf(snapshot)).password
        return word && touched.has('password') && snapshot.value !== 'submitted' ? (SENTENCES[word] ?? word) : null
      },
      seen: (visit) => faultAt(visit, 'New password')(),
    },
    'what is wrong with the current password': {
      wanted: (snapshot) => ('current' in contextOf(snapshot).refused ? WRONG.refusal : null),
      seen: (visit) => faultAt(visit, 'Current password')(),
    },
  },
}
