// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createCache } from '../../../src/api/cache.ts'
import '../kit/support.ts'
import { firstIs, setUpLists, showList, thingList } from './bench.tsx'

setUpLists()

test('the edge of a head makes its column wider, which is kept', async () => {
  const kept = createCache()
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(200)
  showList(thingList(), {}, undefined, { kept })
  await firstIs('Thing 01')
  const head = screen.getByRole('columnheader', { name: 'Size' })
  const edge = head.querySelector<HTMLElement>('[data-edge]')!
  edge.setPointerCapture = () => {}
  // A pointer's event, which jsdom makes without a place.
  const point = (type: string, clientX: number) =>
    fireEvent(edge, Object.assign(new MouseEvent(type, { bubbles: true, clientX }), { pointerId: 1 }))
  point('pointerdown', 500)
  point('pointermove', 560)
  // jsdom knows no logical sizes: only what is kept can be seen.
  point('pointerup', 560)
  await waitFor(() => expect(kept.get('list/things/layout')).toMatchObject({ widths: { size: 260 } }))
})
