// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { setRovingTabIndex } from '../../../../src/ui/list/table/roving-tab-index.ts'

test('makes the link of a row its Tab stop, and then the last requested control, also after a render', () => {
  const row = document.createElement('div')
  row.innerHTML = '<input type="checkbox" /><a href="/cap">Cap</a><button>Menu</button>'
  const tabIndices = () => [...row.querySelectorAll<HTMLElement>('input, a, button')].map(({ tabIndex }) => tabIndex)
  setRovingTabIndex(row)
  expect(tabIndices()).toEqual([-1, 0, -1])
  setRovingTabIndex(row, row.querySelector('button')!)
  expect(tabIndices()).toEqual([-1, -1, 0])
  setRovingTabIndex(row)
  expect(tabIndices()).toEqual([-1, -1, 0])
})
