import type { AnyMachineSnapshot, ContextFrom } from 'xstate'
import { autocompleteMachine } from '../../../src/machines/filters/autocomplete.machine.ts'
import { AUTOCOMPLETE_LIMIT } from '../../../src/machines/filters/choices.ts'
import { autocompleteKey, moss } from '../../machines/filters/autocomplete.model.ts'
import { actorDone, actorFailed, delayElapsed } from '../../support/machine-driver.ts'
import { defineModel } from '../../support/model/model.ts'
import { assetRows, expect } from '../support.ts'
import type { PageModel, PathRun } from './page-model.ts'
import { signInAsAdmin } from './sign-in.ts'

const BEYOND_DEBOUNCE_MS = 160
const TAG = 'winter'
const LETTERS = 'wint'

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ContextFrom<typeof autocompleteMachine>
const getListState = ({ value }: { value: unknown }) => (value as { list: string | { open: string } }).list
const stateOf = (snapshot: AnyMachineSnapshot) => {
  const list = getListState(snapshot)
  return typeof list === 'string' ? list : list.open
}
const button = ({ page }: Pick<PathRun, 'page'>) => page.getByRole('search').getByRole('button', { name: /^Tag/ })
const options = ({ page }: Pick<PathRun, 'page'>) => page.getByRole('listbox', { name: 'Tag' })
const field = ({ page }: Pick<PathRun, 'page'>) => page.getByRole('dialog').getByRole('combobox', { name: 'Tag' })
const isClosed = (snapshot: { value: unknown }) => getListState(snapshot) === 'closed'

/** The tag filter of the list of assets: opening, typing, a response, a failed request, a choice and closing. */
export const tagFilter: PageModel = {
  model: defineModel({
    machine: autocompleteMachine,
    input: { value: undefined, multiple: true },
    events: [
      { type: 'field.opened' },
      { type: 'field.closed' },
      { type: 'text.changed', text: LETTERS },
      { type: 'text.changed', text: '' },
      delayElapsed('debounce', 'autocomplete.list.open.debouncing'),
      actorDone('searchOptions', [moss]),
      actorFailed('searchOptions', new Error('a fault')),
      { type: 'choice.made', ids: ['m'] },
      { type: 'choice.made', ids: [] },
    ],
    contextKey: autocompleteKey,
    isPossible: (snapshot, event) => {
      const { ids, text, options } = snapshot.context
      const { type } = event
      if (type === 'field.opened') return isClosed(snapshot)
      if (type === 'field.closed') return !isClosed(snapshot)
      if (type === 'text.changed') return !isClosed(snapshot) && (event as unknown as { text: string }).text !== text
      if (type !== 'choice.made') return true
      const chosenIds = (event as unknown as { ids: string[] }).ids
      return stateOf(snapshot) === 'loaded' && options.length > 0 && chosenIds.length !== ids.length
    },
  }),
  open: async (run) => {
    await signInAsAdmin('/assets')(run)
    await expect(assetRows(run.page).first()).toBeVisible()
    // Loads the filter's lazy chunk first, because that request is not part of the path.
    await button(run).click()
    await expect(options(run).getByRole('option').first()).toBeVisible()
    await run.page.keyboard.press('Escape')
    await expect(field(run)).toHaveCount(0)
  },
  actions: {
    'field.opened': ['the filter is pressed', (run) => button(run).click()],
    'field.closed': [
      'Escape is pressed',
      async (run) => {
        // The first Escape only clears a field that contains text.
        if (await field(run).inputValue()) await run.page.keyboard.press('Escape')
        await run.page.keyboard.press('Escape')
      },
    ],
    'text.changed': ['a text is typed', (run, { text }: { text: string }) => field(run).fill(text)],
    'debounce elapses': ['the debounce elapses', ({ page }) => page.clock.runFor(BEYOND_DEBOUNCE_MS)],
    'choice.made': ['a choice is pressed', (run) => options(run).getByRole('option', { name: TAG }).click()],
  },
  requestMatchers: {
    searchOptions: ({ method, path, query }) =>
      method === 'GET' && path === '/v1/tags' && query.get('limit') === String(AUTOCOMPLETE_LIMIT),
  },
  isClockFrozen: true,
  advancesFrames: true,
  stateOf,
  screens: (page) => {
    const list = options({ page })
    const busyList = page.locator('[role="listbox"][data-busy]')
    const errorText = list.getByText('The search didn’t load. Type again to retry.', { exact: true })
    return {
      closed: { visible: [button({ page })], absent: [list] },
      searching: { visible: [list, busyList], absent: [errorText] },
      loaded: { visible: [list.getByRole('option')], absent: [busyList, errorText] },
      failed: { visible: [errorText], absent: [busyList] },
    }
  },
  equivalentStates: {
    debouncing: ['searching', 'the list is shown as busy immediately, and the request is sent after the debounce'],
  },
  checks: {
    'the typed text': {
      expected: (snapshot) => (isClosed(snapshot) ? null : contextOf(snapshot).text),
      actual: async (run) => ((await field(run).count()) ? field(run).inputValue() : null),
    },
    'the filter of the list': {
      expected: (snapshot) => (contextOf(snapshot).ids.length > 0 ? 'one tag' : 'nothing'),
      actual: async ({ page }) => {
        const { tag = [] } = JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '{}') as { tag?: string[] }
        return tag.length === 1 ? 'one tag' : tag.length === 0 ? 'nothing' : 'several'
      },
    },
    'the label of the filter': {
      expected: (snapshot) => (contextOf(snapshot).ids.length > 0 ? TAG : 'Tag'),
      actual: async (run) => ((await button(run).innerText()).includes(TAG) ? TAG : 'Tag'),
    },
  },
}
