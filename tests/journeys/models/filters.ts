import type { AnyMachineSnapshot, ContextFrom, EventObject } from 'xstate'
import type { Filter } from '../../../src/api/contract/list.ts'
import { filtersMachine } from '../../../src/machines/filters/filters.machine.ts'
import { defineModel } from '../../support/model/model.ts'
import { assetRows, expect } from '../support.ts'
import type { PageModel, PathRun } from './page-model.ts'
import { signInAsNewUser } from './sign-in.ts'

const contextOf = ({ context }: { context: unknown }) => context as ContextFrom<typeof filtersMachine>

const getSheet = ({ page }: PathRun) => page.getByRole('dialog', { name: 'All Filters' })
const getHairButton = (run: PathRun) => getSheet(run).getByRole('button', { name: 'Hair', exact: true })

const getAppliedFilter = (run: PathRun) =>
  run.memoize('applied', async (): Promise<{ filter: Filter }> => ({ filter: {} }))

const shared = {
  open: async (run) => {
    await run.page.setViewportSize({ width: 390, height: 844 })
    await signInAsNewUser('/assets')(run)
    await expect(assetRows(run.page).first()).toBeVisible()
  },
  actions: {
    'overlay.opened': [
      'All Filters is pressed',
      async ({ page }) => page.getByRole('button', { name: /All Filters/ }).click(),
    ],
    'filter.changed': ['the choice Hair is pressed', (run) => getHairButton(run).click()],
    'filters.cleared': [
      'Clear all is pressed',
      (run) => getSheet(run).getByRole('button', { name: 'Clear all' }).click(),
    ],
    'filters.applied': [
      'Apply is pressed',
      async (run) => {
        const isOn = (await getHairButton(run).getAttribute('aria-pressed')) === 'true'
        const filter = await getAppliedFilter(run)
        filter.filter = isOn ? { type: ['hair'] } : {}
        await getSheet(run).getByRole('button', { name: 'Apply' }).click()
      },
    ],
    'overlay.cancelled': ['Escape is pressed', async ({ page }) => page.keyboard.press('Escape')],
  },
  requestMatchers: {},
  screens: (page) => {
    const dialog = page.getByRole('dialog', { name: 'All Filters' })
    return {
      closed: { visible: [page.getByRole('button', { name: /All Filters/ })], absent: [dialog] },
      open: { visible: [dialog, dialog.getByRole('button', { name: 'Apply' })] },
    }
  },
  checks: {
    'the choice in the sheet': {
      expected: (snapshot) =>
        snapshot.value === 'closed' ? null : Object.keys(contextOf(snapshot).draft).length > 0 ? 'on' : 'off',
      actual: async (run) => {
        if (!(await getSheet(run).count())) return null
        return (await getHairButton(run).getAttribute('aria-pressed')) === 'true' ? 'on' : 'off'
      },
    },
    'the filter of the list': {
      expected: async (_, run) => ('type' in (await getAppliedFilter(run)).filter ? 'hair' : 'nothing'),
      actual: async ({ page }) =>
        new URL(page.url()).searchParams.get('filter')?.includes('hair') ? 'hair' : 'nothing',
    },
    'the displayed number of set filters': {
      expected: async (snapshot, run) =>
        snapshot.value === 'closed' ? String(Object.keys((await getAppliedFilter(run)).filter).length) : null,
      actual: async (run) => {
        if (await getSheet(run).count()) return null
        return /\d+/.exec(await run.page.getByRole('button', { name: /All Filters/ }).innerText())?.[0] ?? '0'
      },
    },
  },
  stateOf: ({ value }) => (typeof value === 'string' ? value : 'open'),
} satisfies Partial<PageModel>

const isOn = ({ draft }: ContextFrom<typeof filtersMachine>) => Object.keys(draft).length > 0
const contextKey = ({ draft }: ContextFrom<typeof filtersMachine>) => draft
const CHOOSE_HAIR = { type: 'filter.changed', field: 'type', value: ['hair'] } as const
const CLEAR_TYPE = { type: 'filter.changed', field: 'type', value: [] } as const

/** Returns whether a user can cause an event. A press only toggles a choice, and the open sheet blocks the page. */
const isPressable = (snapshot: AnyMachineSnapshot, event: EventObject): boolean => {
  if (event.type === 'overlay.opened') return snapshot.value === 'closed'
  if (snapshot.value === 'closed') return false
  if (event.type === 'filter.changed') return (event === CHOOSE_HAIR) !== isOn(contextOf(snapshot))
  return event.type !== 'filters.cleared' || isOn(contextOf(snapshot))
}

/** The All Filters sheet on a phone. Choices are applied to the list of assets. */
export const appliedFilters: PageModel = {
  ...shared,
  model: defineModel({
    machine: filtersMachine,
    events: [
      { type: 'overlay.opened', filter: {}, preselected: {} },
      { type: 'overlay.opened', filter: { type: ['hair'] }, preselected: {} },
      CHOOSE_HAIR,
      CLEAR_TYPE,
      { type: 'filters.cleared' },
      { type: 'filters.applied' },
    ],
    contextKey,
    // The sheet opens with the list's current filter.
    isPossible: (snapshot, event) =>
      isPressable(snapshot, event) &&
      (event.type !== 'overlay.opened' ||
        'type' in (event as unknown as { filter: Filter }).filter === isOn(snapshot.context)),
  }),
  includesGoal: (goal) => /^(took|rest|effect) /.test(goal),
}

/** The All Filters sheet, cancelled. The list is unchanged and the draft is discarded. */
export const cancelledFilters: PageModel = {
  ...shared,
  model: defineModel({
    machine: filtersMachine,
    events: [
      { type: 'overlay.opened', filter: {}, preselected: {} },
      CHOOSE_HAIR,
      CLEAR_TYPE,
      { type: 'overlay.cancelled' },
    ],
    contextKey,
    // Without a choice, cancelling and applying have the same result.
    isPossible: (snapshot, event) =>
      isPressable(snapshot, event) && (event.type !== 'overlay.cancelled' || isOn(snapshot.context)),
  }),
  includesGoal: (goal) => /^(took|rest|effect) /.test(goal),
}
