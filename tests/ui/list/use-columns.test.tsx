// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PLAIN_LAYOUT } from '../../../src/machines/rules/layout.ts'
import { fetchAhead } from '../../../src/ui/kit/ahead.ts'
import type { Column } from '../../../src/ui/list/definition.ts'
import { useColumns } from '../../../src/ui/list/use-columns.ts'

test('what arranges columns draws nobody’s anew who left them as they are, and is there at once for who does not', async () => {
  const columns = ['name', 'type', 'size'].map(
    (field) => ({ field, title: field }) as unknown as Column<{ id: string }>,
  )
  let draws = 0
  const { result, rerender } = renderHook(
    (layout) => {
      draws += 1
      return useColumns(columns, layout)
    },
    { initialProps: PLAIN_LAYOUT },
  )
  await act(() => fetchAhead())
  expect([draws, result.current]).toEqual([1, columns])
  rerender({ ...PLAIN_LAYOUT, hidden: ['type'] })
  expect(result.current.map(({ field }) => field)).toEqual(['name', 'size'])
})
