import type { AnyMachineSnapshot, ContextFrom } from 'xstate'
import { autocompleteMachine } from '../../../src/machines/autocomplete.machine.ts'
import { AUTOCOMPLETE_LIMIT } from '../../../src/machines/rules/choices.ts'
import { moss, sees } from '../../machines/autocomplete.model.ts'
import { model } from '../../support/model/model.ts'
import { answers, fails, waits } from '../../support/walk.ts'
import { expect, rows } from '../support.ts'
import type { PageModel, Visit } from './page-model.ts'
import { asAdmin } from './sign-in.ts'

/** A little more than the rest after which a filter asks, in milliseconds. */
const REST = 160
/** A tag of the demo, and letters of it alone. */
const TAG = 'winter'
const LETTERS = 'wint'

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ContextFrom<typeof autocompleteMachine>
const listOf = ({ value }: { value: unknown }) => (value as { list: string | { open: string } }).list
const stateOf = (snapshot: AnyMachineSnapshot) => {
  const list = listOf(snapshot)
  return typeof list === 'string' ? list : list.open
}
const button = ({ page }: Pick<Visit, 'page'>) => page.getByRole('search').getByRole('button', { name: /^Tag/ })
const options = ({ page }: Pick<Visit, 'page'>) => page.getByRole('listbox', { name: 'Tag' })
const field = ({ page }: Pick<Visit, 'page'>) => page.getByRole('dialog').getByRole('combobox', { name: 'Tag' })
const isShut = (snapshot: { value: unknown }) => listOf(snapshot) === 'closed'

/** The filter by tag over the list of assets: opened, typed into, answered, failed, chosen from, closed. */
export const tagFilter: PageModel = {
  model: model({
    machine: autocompleteMachine,
    input: { value: undefined, multiple: true },
    happenings: [
      { type: 'field.opened' },
      { type: 'field.closed' },
      { type: 'text.changed', text: LETTERS },
      { type: 'text.changed', text: '' },
      waits('debounce', 'autocomplete.list.open.waiting'),
      answers('search', [moss]),
      fails('search', new Error('a fault')),
      { type: 'choice.made', ids: ['m'] },
      { type: 'choice.made', ids: [] },
    ],
    sees,
    allows: (snapshot, happening) => {
      const { ids, text, options } = snapshot.context
      const { type } = happening
      if (type === 'field.opened') return isShut(snapshot)
      if (type === 'field.closed') return !isShut(snapshot)
      if (type === 'text.changed') return !isShut(snapshot) && (happening as unknown as { text: string }).text !== text
      if (type !== 'choice.made') return true
      const wanted = (happening as unknown as { ids: string[] }).ids
      return stateOf(snapshot) === 'found' && options.length > 0 && wanted.length !== ids.length
    },
  }),
  open: async (visit) => {
    await asAdmin('/assets')(visit)
    await expect(rows(visit.page).first()).toBeVisible()
    // Its code is fetched with the first use, which is not what is walked here.
    await button(visit).click()
    await expect(options(visit).getByRole('option').first()).toBeVisible()
    await visit.page.keyboard.press('Escape')
    await expect(field(visit)).toHaveCount(0)
  },
  actions: {
    'field.opened': ['the filter is pressed', (visit) => button(visit).click()],
    'field.closed': [
      'Escape is pressed',
      async (visit) => {
        // The first one empties the field.
        if (await field(visit).inputValue()) await visit.page.keyboard.press('Escape')
        await visit.page.keyboard.press('Escape')
      },
    ],
    'text.changed': ['something is typed', (visit, { text }: { text: string }) => field(visit).fill(text)],
    'debounce passes': ['a moment passes', ({ page }) => page.clock.runFor(REST)],
    'choice.made': ['a choice is pressed', (visit) => options(visit).getByRole('option', { name: TAG }).click()],
  },
  outcomes: {
    search: ({ method, path, query }) =>
      method === 'GET' && path === '/v1/tags' && query.get('limit') === String(AUTOCOMPLETE_LIMIT),
  },
  timeStands: true,
  hasFrames: true,
  stateOf,
  looks: (page) => {
    const list = options({ page })
    const busy = page.locator('[role="listbox"][data-busy]')
    const failed = list.getByText('The search didn’t load. Type again to retry.', { exact: true })
    return {
      closed: { shows: [button({ page })], lacks: [list] },
      searching: { shows: [list, busy], lacks: [failed] },
      found: { shows: [list.getByRole('option')], lacks: [busy, failed] },
      failed: { shows: [failed], lacks: [busy] },
    }
  },
  alike: { waiting: ['searching', 'what is typed is asked for a moment later, and shown as busy at once'] },
  signs: {
    'what is typed': {
      wanted: (snapshot) => (isShut(snapshot) ? null : contextOf(snapshot).text),
      seen: async (visit) => ((await field(visit).count()) ? field(visit).inputValue() : null),
    },
    'what the list is filtered by': {
      wanted: (snapshot) => (contextOf(snapshot).ids.length > 0 ? 'one tag' : 'nothing'),
      seen: async ({ page }) => {
        const { tag = [] } = JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '{}') as { tag?: string[] }
        return tag.length === 1 ? 'one tag' : tag.length === 0 ? 'nothing' : 'several'
      },
    },
    'what the filter names': {
      wanted: (snapshot) => (contextOf(snapshot).ids.length > 0 ? TAG : 'Tag'),
      seen: async (visit) => ((await button(visit).innerText()).includes(TAG) ? TAG : 'Tag'),
    },
  },
}
