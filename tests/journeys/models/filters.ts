import type { AnyMachineSnapshot, ContextFrom, EventObject } from 'xstate'
import type { Filter } from '../../../src/api/contract/list.ts'
import { filtersMachine } from '../../../src/machines/filters.machine.ts'
import { model } from '../../support/model/model.ts'
import { expect, rows } from '../support.ts'
import type { PageModel, Visit } from './page-model.ts'
import { asNewPerson } from './sign-in.ts'

const contextOf = ({ context }: { context: unknown }) => context as ContextFrom<typeof filtersMachine>

const sheet = ({ page }: Visit) => page.getByRole('dialog', { name: 'All Filters' })
const hair = (visit: Visit) => sheet(visit).getByRole('button', { name: 'Hair', exact: true })

/** What the list is filtered by: what was applied last. */
const applied = (visit: Visit) => visit.own('applied', async (): Promise<{ filter: Filter }> => ({ filter: {} }))

const shared = {
  open: async (visit) => {
    await visit.page.setViewportSize({ width: 390, height: 844 })
    await asNewPerson('/assets')(visit)
    await expect(rows(visit.page).first()).toBeVisible()
  },
  actions: {
    'overlay.opened': [
      'All Filters is pressed',
      async ({ page }) => page.getByRole('button', { name: /All Filters/ }).click(),
    ],
    'filter.changed': ['a choice is pressed', (visit) => hair(visit).click()],
    'filters.cleared': [
      'Clear all is pressed',
      (visit) => sheet(visit).getByRole('button', { name: 'Clear all' }).click(),
    ],
    'filters.applied': [
      'Apply is pressed',
      async (visit) => {
        const isOn = (await hair(visit).getAttribute('aria-pressed')) === 'true'
        const now = await applied(visit)
        now.filter = isOn ? { type: ['hair'] } : {}
        await sheet(visit).getByRole('button', { name: 'Apply' }).click()
      },
    ],
    'overlay.cancelled': ['Escape is pressed', async ({ page }) => page.keyboard.press('Escape')],
  },
  outcomes: {},
  looks: (page) => {
    const dialog = page.getByRole('dialog', { name: 'All Filters' })
    return {
      closed: { shows: [page.getByRole('button', { name: /All Filters/ })], lacks: [dialog] },
      open: { shows: [dialog, dialog.getByRole('button', { name: 'Apply' })] },
    }
  },
  signs: {
    'the choice in the sheet': {
      wanted: (snapshot) =>
        snapshot.value === 'closed' ? null : Object.keys(contextOf(snapshot).draft).length > 0 ? 'on' : 'off',
      seen: async (visit) => {
        if (!(await sheet(visit).count())) return null
        return (await hair(visit).getAttribute('aria-pressed')) === 'true' ? 'on' : 'off'
      },
    },
    'what the list is filtered by': {
      wanted: async (_, visit) => ('type' in (await applied(visit)).filter ? 'hair' : 'nothing'),
      seen: async ({ page }) => (new URL(page.url()).searchParams.get('filter')?.includes('hair') ? 'hair' : 'nothing'),
    },
    'how many filters are said to be set': {
      wanted: async (snapshot, visit) =>
        snapshot.value === 'closed' ? String(Object.keys((await applied(visit)).filter).length) : null,
      seen: async (visit) => {
        if (await sheet(visit).count()) return null
        return /\d+/.exec(await visit.page.getByRole('button', { name: /All Filters/ }).innerText())?.[0] ?? '0'
      },
    },
  },
  stateOf: ({ value }) => (typeof value === 'string' ? value : 'open'),
} satisfies Partial<PageModel>

const isOn = ({ draft }: ContextFrom<typeof filtersMachine>) => Object.keys(draft).length > 0
const sees = ({ draft }: ContextFrom<typeof filtersMachine>) => draft
const on = { type: 'filter.changed', field: 'type', value: ['hair'] } as const
const off = { type: 'filter.changed', field: 'type', value: [] } as const

/** What stands as it is cannot be chosen, and nothing behind the sheet can be pressed. */
const canBePressed = (snapshot: AnyMachineSnapshot, happening: EventObject): boolean => {
  if (happening.type === 'overlay.opened') return snapshot.value === 'closed'
  if (snapshot.value === 'closed') return false
  if (happening.type === 'filter.changed') return (happening === on) !== isOn(contextOf(snapshot))
  return happening.type !== 'filters.cleared' || isOn(contextOf(snapshot))
}

/** The All Filters sheet of a phone, over the list of assets: what is chosen there is applied. */
export const appliedFilters: PageModel = {
  ...shared,
  model: model({
    machine: filtersMachine,
    happenings: [
      { type: 'overlay.opened', filter: {}, preselected: {} },
      { type: 'overlay.opened', filter: { type: ['hair'] }, preselected: {} },
      on,
      off,
      { type: 'filters.cleared' },
      { type: 'filters.applied' },
    ],
    sees,
    // The list opens it with what it is filtered by.
    allows: (snapshot, happening) =>
      canBePressed(snapshot, happening) &&
      (happening.type !== 'overlay.opened' ||
        'type' in (happening as unknown as { filter: Filter }).filter === isOn(snapshot.context)),
  }),
  wants: (goal) => /^(took|rest|effect) /.test(goal),
}

/** The same sheet, left without applying: the list stays as it was, and what was chosen is forgotten. */
export const cancelledFilters: PageModel = {
  ...shared,
  model: model({
    machine: filtersMachine,
    happenings: [{ type: 'overlay.opened', filter: {}, preselected: {} }, on, off, { type: 'overlay.cancelled' }],
    sees,
    // Where nothing was chosen, leaving and applying are the same.
    allows: (snapshot, happening) =>
      canBePressed(snapshot, happening) && (happening.type !== 'overlay.cancelled' || isOn(snapshot.context)),
  }),
  wants: (goal) => /^(took|rest|effect) /.test(goal),
}
