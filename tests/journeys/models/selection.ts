import type { AnyMachineSnapshot, ContextFrom } from 'xstate'
import { selectionMachine } from '../../../src/machines/selection.machine.ts'
import { model } from '../../support/model/model.ts'
import { expect, rows } from '../support.ts'
import type { PageModel, Visit } from './page-model.ts'
import { asAdmin } from './sign-in.ts'

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ContextFrom<typeof selectionMachine>

/** The rows of two pages, by their places. */
const [first, second] = ['a', 'b'].map((page) => Array.from({ length: 10 }, (_, row) => `${page}${row}`)) as [
  string[],
  string[],
]
const begins = { type: 'rows.shown', ids: first } as const
const turns = { type: 'rows.shown', ids: second } as const
const placeOf = (id: string) => Number(id.slice(1))
const box = ({ page }: Visit, row: number) => rows(page).nth(row).getByRole('checkbox')

/** The rows of the list of assets: ticked one by one, by ranges, all, none, and left behind by another page. */
export const tickedRows: PageModel = {
  model: model({
    machine: selectionMachine,
    happenings: [
      begins,
      turns,
      { type: 'row.pressed', id: 'a1', isRange: false },
      { type: 'row.pressed', id: 'a4', isRange: true },
      { type: 'row.pressed', id: 'b2', isRange: false },
      { type: 'row.pressed', id: 'b0', isRange: true },
      { type: 'all.pressed' },
      { type: 'selection.cleared' },
    ],
    sees: ({ selection: { ids, anchor }, shown }) => [ids.toSorted(), anchor, shown],
    allows: ({ context: { selection, shown } }, happening) => {
      if (happening === begins) return shown.length === 0
      if (happening === turns) return shown === first
      if (shown.length === 0) return false
      if (happening.type === 'row.pressed') return shown.includes((happening as unknown as { id: string }).id)
      return happening.type !== 'selection.cleared' || selection.ids.length > 0
    },
  }),
  open: async (visit) => {
    await asAdmin('/assets')(visit)
    await expect(rows(visit.page)).toHaveCount(10)
  },
  actions: {
    'rows.shown': [
      'rows are shown',
      async ({ page }, happening: object) => {
        if (happening === turns) await page.getByRole('button', { name: 'Page 2' }).click()
        await expect(page.getByText(happening === turns ? /^11–20 of / : /^1–10 of /)).toBeVisible()
      },
    ],
    'row.pressed': [
      'a box is pressed',
      (visit, { id, isRange }: { id: string; isRange: boolean }) =>
        box(visit, placeOf(id)).click({ modifiers: isRange ? ['Shift'] : [] }),
    ],
    'all.pressed': [
      'the box of all is pressed',
      ({ page }) => page.getByRole('checkbox', { name: 'Select all rows' }).click(),
    ],
    'selection.cleared': ['Escape is pressed', ({ page }) => page.keyboard.press('Escape')],
  },
  outcomes: {},
  wants: (goal) => /^(took|rest|effect) /.test(goal),
  looks: (page) => {
    const toolbar = page.getByRole('toolbar', { name: 'Selection' })
    return {
      none: { shows: [rows(page).first()], lacks: [toolbar] },
      'some.chosen': { shows: [toolbar] },
    }
  },
  signs: {
    'which rows are ticked': {
      wanted: (snapshot) => contextOf(snapshot).selection.ids.map(placeOf).sort().join(' '),
      seen: async ({ page }) => {
        const ticked = await rows(page)
          .getByRole('checkbox')
          .evaluateAll((boxes) => boxes.flatMap((it, row) => ((it as HTMLInputElement).checked ? [row] : [])))
        return ticked.join(' ')
      },
    },
    'how many the toolbar counts': {
      wanted: (snapshot) => {
        const { length } = contextOf(snapshot).selection.ids
        return length === 0 ? null : `${length} selected`
      },
      seen: async ({ page }) => (await page.getByText(/^\d+ selected$/).allInnerTexts())[0] ?? null,
    },
    'the box of all': {
      wanted: (snapshot) => {
        const { selection, shown } = contextOf(snapshot)
        if (shown.length === 0 || selection.ids.length === 0) return 'off'
        return selection.ids.length === shown.length ? 'on' : 'partly'
      },
      seen: ({ page }) =>
        page.getByRole('checkbox', { name: 'Select all rows' }).evaluate((it) => {
          const { checked, indeterminate } = it as HTMLInputElement
          return indeterminate ? 'partly' : checked ? 'on' : 'off'
        }),
    },
  },
}
