// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createQueryCache } from '../../../src/api/query-cache.ts'
import '../kit/support.ts'
import { expectFirstRow, setUpLists, showList, thingList } from './list-fixture.tsx'

setUpLists()

test('resizes a column by its edge and stores the width', async () => {
  const cache = createQueryCache()
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(200)
  showList(thingList(), {}, undefined, { cache })
  await expectFirstRow('Thing 01')
  const head = screen.getByRole('columnheader', { name: 'Size' })
  const edge = head.querySelector<HTMLElement>('[data-edge]')!
  edge.setPointerCapture = () => {}
  // Dispatches a pointer event with a position, which jsdom's pointer events lack.
  const point = (type: string, clientX: number) =>
    fireEvent(edge, Object.assign(new MouseEvent(type, { bubbles: true, clientX }), { pointerId: 1 }))
  point('pointerdown', 500)
  point('pointermove', 560)
  // jsdom has no logical sizes, so the test can check only the stored width.
  point('pointerup', 560)
  await waitFor(() => expect(cache.get('list/things/layout')).toMatchObject({ widths: { size: 260 } }))
})
