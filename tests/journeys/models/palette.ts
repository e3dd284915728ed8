import type { AnyMachineSnapshot, ContextFrom } from 'xstate'
import { paletteMachine } from '../../../src/machines/palette/palette.machine.ts'
import { jacket, searchResultOf } from '../../machines/palette/palette.model.ts'
import { actorDone, actorFailed, delayElapsed } from '../../support/machine-driver.ts'
import { defineModel } from '../../support/model/model.ts'
import { expect } from '../support.ts'
import type { PageModel, PathRun } from './page-model.ts'
import { signInAsNewUser } from './sign-in.ts'

const BEYOND_DEBOUNCE_MS = 130
/** A letter that every response contains. */
const COMMON_LETTER = 'a'

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ContextFrom<typeof paletteMachine>
const dialog = ({ page }: Pick<PathRun, 'page'>) => page.getByRole('dialog', { name: 'Search or jump' })
const field = (run: PathRun) => dialog(run).getByRole('combobox')
const REQUEST_ERROR = new Error('a fault')

/** The command palette on the account page: typing, a response, a failed request, a retry and closing. */
export const palette: PageModel = {
  model: defineModel({
    machine: paletteMachine,
    events: [
      { type: 'palette.opened' },
      { type: 'palette.closed' },
      { type: 'text.changed', typed: COMMON_LETTER },
      { type: 'text.changed', typed: `${COMMON_LETTER} ` },
      { type: 'text.changed', typed: '' },
      delayElapsed('debounce', 'palette.open.debouncing'),
      actorDone('searchItems', searchResultOf(jacket)),
      actorFailed('searchItems', REQUEST_ERROR),
      { type: 'retry.requested' },
    ],
    contextKey: ({ typed, cachedEntries, error }) => [typed, cachedEntries.length, String(error)],
    isPossible: (snapshot, event) => {
      const { type } = event
      if (type === 'palette.opened') return snapshot.value === 'closed'
      if (type === 'palette.closed') return snapshot.value !== 'closed'
      if (type === 'retry.requested') return snapshot.hasTag('failed')
      if (type !== 'text.changed') return true
      return snapshot.value !== 'closed' && (event as unknown as { typed: string }).typed !== snapshot.context.typed
    },
  }),
  open: async (run) => {
    await signInAsNewUser('/account')(run)
    // Loads the palette's lazy chunk first, because that request is not part of the path.
    await run.page.keyboard.press('Control+k')
    await expect(field(run)).toBeVisible()
    await run.page.keyboard.press('Escape')
    await expect(dialog(run)).toHaveCount(0)
    await run.page.reload()
    await expect(run.page.getByRole('heading', { level: 1 })).toBeVisible()
  },
  actions: {
    'palette.opened': ['Ctrl K is pressed', ({ page }) => page.keyboard.press('Control+k')],
    'palette.closed': ['Escape is pressed', ({ page }) => page.keyboard.press('Escape')],
    'text.changed': ['a text is typed', (run, { typed }: { typed: string }) => field(run).fill(typed)],
    'debounce elapses': ['the debounce elapses', ({ page }) => page.clock.runFor(BEYOND_DEBOUNCE_MS)],
    'retry.requested': ['Retry is pressed', (run) => dialog(run).getByRole('button', { name: 'Retry' }).click()],
  },
  requestMatchers: {
    // Excludes the request for the count in the navigation rail, which has limit 1.
    searchItems: ({ method, path, query }) => method === 'GET' && path === '/v1/assets' && query.get('limit') !== '1',
  },
  isClockFrozen: true,
  screens: (page) => {
    const box = dialog({ page })
    const progressBar = box.getByRole('progressbar', { name: 'Searching…' })
    const errorAlert = box.getByRole('alert')
    return {
      closed: { visible: [page.getByRole('heading', { level: 1 })], absent: [box] },
      'open.idle': { visible: [box.getByRole('combobox')], absent: [progressBar, errorAlert] },
      'open.searching': { visible: [progressBar] },
      'open.failed': { visible: [errorAlert], absent: [progressBar] },
    }
  },
  equivalentStates: {
    'open.debouncing': [
      'open.searching',
      'cached entries are shown immediately, with the progress bar from the first letter',
    ],
    'open.searched': ['open.idle', 'no progress bar is shown, with or without a response from the server'],
  },
  checks: {
    'the typed text': {
      expected: (snapshot) => (snapshot.value === 'closed' ? null : contextOf(snapshot).typed),
      actual: async (run) => ((await dialog(run).count()) ? field(run).inputValue() : null),
    },
    'whether the typed letter matches cached assets': {
      expected: (snapshot) => {
        const { typed, cachedEntries } = contextOf(snapshot)
        return snapshot.value === 'closed' || typed === '' ? null : String(cachedEntries.length > 0)
      },
      actual: async (run) => {
        if (!(await dialog(run).count()) || (await field(run).inputValue()) === '') return null
        return String((await dialog(run).getByRole('group', { name: 'Assets' }).getByRole('option').count()) > 0)
      },
    },
    'the displayed error': {
      expected: (snapshot, { expectedMessage }) => (contextOf(snapshot).error === null ? null : expectedMessage),
      actual: async (run) => {
        const [text] = await dialog(run).getByRole('alert').allInnerTexts()
        return text?.replace('Retry', '').trim() ?? null
      },
    },
  },
}
