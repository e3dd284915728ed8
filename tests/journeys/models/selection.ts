import type { AnyMachineSnapshot, ContextFrom } from 'xstate'
import { selectionMachine } from '../../../src/machines/list/selection.machine.ts'
import { defineModel } from '../../support/model/model.ts'
import { assetRows, expect } from '../support.ts'
import type { PageModel, PathRun } from './page-model.ts'
import { signInAsAdmin } from './sign-in.ts'

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ContextFrom<typeof selectionMachine>

const [first, second] = ['a', 'b'].map((page) => Array.from({ length: 10 }, (_, row) => `${page}${row}`)) as [
  string[],
  string[],
]
const FIRST_PAGE_SHOWN = { type: 'rows.shown', ids: first } as const
const SECOND_PAGE_SHOWN = { type: 'rows.shown', ids: second } as const
const rowIndexOf = (id: string) => Number(id.slice(1))
const box = ({ page }: PathRun, row: number) => assetRows(page).nth(row).getByRole('checkbox')

/** Selection of list rows: single rows, a range and all rows, clearing the selection, and showing another page. */
export const tickedRows: PageModel = {
  model: defineModel({
    machine: selectionMachine,
    events: [
      FIRST_PAGE_SHOWN,
      SECOND_PAGE_SHOWN,
      { type: 'row.pressed', id: 'a1', isRange: false },
      { type: 'row.pressed', id: 'a4', isRange: true },
      { type: 'row.pressed', id: 'b2', isRange: false },
      { type: 'row.pressed', id: 'b0', isRange: true },
      { type: 'all.pressed' },
      { type: 'selection.cleared' },
    ],
    contextKey: ({ selection: { ids, anchor }, shown }) => [ids.toSorted(), anchor, shown],
    isPossible: ({ context: { selection, shown } }, event) => {
      if (event === FIRST_PAGE_SHOWN) return shown.length === 0
      if (event === SECOND_PAGE_SHOWN) return shown === first
      if (shown.length === 0) return false
      if (event.type === 'row.pressed') return shown.includes((event as unknown as { id: string }).id)
      return event.type !== 'selection.cleared' || selection.ids.length > 0
    },
  }),
  open: async (run) => {
    await signInAsAdmin('/assets')(run)
    await expect(assetRows(run.page)).toHaveCount(10)
  },
  actions: {
    'rows.shown': [
      'rows are shown',
      async ({ page }, event: object) => {
        if (event === SECOND_PAGE_SHOWN) await page.getByRole('button', { name: 'Page 2' }).click()
        await expect(page.getByText(event === SECOND_PAGE_SHOWN ? /^11–20 of / : /^1–10 of /)).toBeVisible()
      },
    ],
    'row.pressed': [
      'a row’s checkbox is pressed',
      (run, { id, isRange }: { id: string; isRange: boolean }) =>
        box(run, rowIndexOf(id)).click({ modifiers: isRange ? ['Shift'] : [] }),
    ],
    'all.pressed': [
      'the checkbox of all rows is pressed',
      ({ page }) => page.getByRole('checkbox', { name: 'Select all rows' }).click(),
    ],
    'selection.cleared': ['Escape is pressed', ({ page }) => page.keyboard.press('Escape')],
  },
  requestMatchers: {},
  includesGoal: (goal) => /^(took|rest|effect) /.test(goal),
  screens: (page) => {
    const toolbar = page.getByRole('toolbar', { name: 'Selection' })
    return {
      none: { visible: [assetRows(page).first()], absent: [toolbar] },
      'some.settled': { visible: [toolbar] },
    }
  },
  checks: {
    'the selected rows': {
      expected: (snapshot) => contextOf(snapshot).selection.ids.map(rowIndexOf).sort().join(' '),
      actual: async ({ page }) => {
        const ticked = await assetRows(page)
          .getByRole('checkbox')
          .evaluateAll((boxes) =>
            boxes.flatMap((checkbox, row) => ((checkbox as HTMLInputElement).checked ? [row] : [])),
          )
        return ticked.join(' ')
      },
    },
    'the number in the toolbar': {
      expected: (snapshot) => {
        const { length } = contextOf(snapshot).selection.ids
        return length === 0 ? null : `${length} selected`
      },
      actual: async ({ page }) => (await page.getByText(/^\d+ selected$/).allInnerTexts())[0] ?? null,
    },
    'the checkbox of all rows': {
      expected: (snapshot) => {
        const { selection, shown } = contextOf(snapshot)
        if (shown.length === 0 || selection.ids.length === 0) return 'off'
        return selection.ids.length === shown.length ? 'on' : 'partly'
      },
      actual: ({ page }) =>
        page.getByRole('checkbox', { name: 'Select all rows' }).evaluate((checkbox) => {
          const { checked, indeterminate } = checkbox as HTMLInputElement
          return indeterminate ? 'partly' : checked ? 'on' : 'off'
        }),
    },
  },
}
