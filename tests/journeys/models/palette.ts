import type { AnyMachineSnapshot, ContextFrom } from 'xstate'
import { paletteMachine } from '../../../src/machines/palette.machine.ts'
import { found, jacket } from '../../machines/palette.model.ts'
import { model } from '../../support/model/model.ts'
import { answers, fails, waits } from '../../support/walk.ts'
import { expect } from '../support.ts'
import type { PageModel, Visit } from './page-model.ts'
import { asNewPerson } from './sign-in.ts'

/** A little more than the rest after which the server is asked, in milliseconds. */
const REST = 130
/** What every answer holds something of. */
const LETTER = 'a'

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ContextFrom<typeof paletteMachine>
const dialog = ({ page }: Pick<Visit, 'page'>) => page.getByRole('dialog', { name: 'Search or jump' })
const field = (visit: Visit) => dialog(visit).getByRole('combobox')
const fault = new Error('a fault')

/** The command palette over the account: opened, typed into, answered, failed, asked again, closed. */
export const palette: PageModel = {
  model: model({
    machine: paletteMachine,
    happenings: [
      { type: 'palette.opened' },
      { type: 'palette.closed' },
      { type: 'text.changed', typed: LETTER },
      { type: 'text.changed', typed: `${LETTER} ` },
      { type: 'text.changed', typed: '' },
      waits('rest', 'palette.open.resting'),
      answers('findThings', found(jacket)),
      fails('findThings', fault),
      { type: 'answer.requested' },
    ],
    sees: ({ typed, held, error }) => [typed, held.length, String(error)],
    allows: (snapshot, happening) => {
      const { type } = happening
      if (type === 'palette.opened') return snapshot.value === 'closed'
      if (type === 'palette.closed') return snapshot.value !== 'closed'
      if (type === 'answer.requested') return snapshot.hasTag('failed')
      if (type !== 'text.changed') return true
      return snapshot.value !== 'closed' && (happening as unknown as { typed: string }).typed !== snapshot.context.typed
    },
  }),
  open: async (visit) => {
    await asNewPerson('/account')(visit)
    // Its code is fetched with the first use, which is not what is walked here.
    await visit.page.keyboard.press('Control+k')
    await expect(field(visit)).toBeVisible()
    await visit.page.keyboard.press('Escape')
    await expect(dialog(visit)).toHaveCount(0)
    await visit.page.reload()
    await expect(visit.page.getByRole('heading', { level: 1 })).toBeVisible()
  },
  actions: {
    'palette.opened': ['Ctrl K is pressed', ({ page }) => page.keyboard.press('Control+k')],
    'palette.closed': ['Escape is pressed', ({ page }) => page.keyboard.press('Escape')],
    'text.changed': ['something is typed', (visit, { typed }: { typed: string }) => field(visit).fill(typed)],
    'rest passes': ['a moment passes', ({ page }) => page.clock.runFor(REST)],
    'answer.requested': ['it is tried again', (visit) => dialog(visit).getByRole('button', { name: 'Retry' }).click()],
  },
  outcomes: {
    // The rail's count asks for one.
    findThings: ({ method, path, query }) => method === 'GET' && path === '/v1/assets' && query.get('limit') !== '1',
  },
  timeStands: true,
  looks: (page) => {
    const box = dialog({ page })
    const busy = box.getByRole('progressbar', { name: 'Searching…' })
    const failed = box.getByRole('alert')
    return {
      closed: { shows: [page.getByRole('heading', { level: 1 })], lacks: [box] },
      'open.idle': { shows: [box.getByRole('combobox')], lacks: [busy, failed] },
      'open.asking': { shows: [busy] },
      'open.failed': { shows: [failed], lacks: [busy] },
    }
  },
  alike: {
    'open.resting': [
      'open.asking',
      'what is held answers at once, and that more may come is shown from the first letter',
    ],
    'open.answered': ['open.idle', 'that nothing more will come looks the same whether or not it was asked for'],
  },
  signs: {
    'what is typed': {
      wanted: (snapshot) => (snapshot.value === 'closed' ? null : contextOf(snapshot).typed),
      seen: async (visit) => ((await dialog(visit).count()) ? field(visit).inputValue() : null),
    },
    'whether a letter finds assets among what was ever found': {
      wanted: (snapshot) => {
        const { typed, held } = contextOf(snapshot)
        return snapshot.value === 'closed' || typed === '' ? null : String(held.length > 0)
      },
      seen: async (visit) => {
        if (!(await dialog(visit).count()) || (await field(visit).inputValue()) === '') return null
        return String((await dialog(visit).getByRole('group', { name: 'Assets' }).getByRole('option').count()) > 0)
      },
    },
    'says why it failed': {
      wanted: (snapshot, { said }) => (contextOf(snapshot).error === null ? null : said),
      seen: async (visit) => {
        const [text] = await dialog(visit).getByRole('alert').allInnerTexts()
        return text?.replace('Retry', '').trim() ?? null
      },
    },
  },
}
