// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import '../../kit/support.ts'
import { literalText } from '../../../support/literal-text.ts'
import { expectFirstRow, menuOf, setUpLists, showList, thingList } from '../list-fixture.tsx'

setUpLists()

describe('keys in a list', () => {
  const focusedText = () => document.activeElement?.textContent
  const key = (name: string) => fireEvent.keyDown(document.activeElement!, { key: name })

  test('focus a row by the letters of its name, and move the focus by eight rows with PageUp and PageDown', async () => {
    const treeNames = ['Birch', 'Alder', 'Ash', 'Beech', 'Ashen', 'Cedar', 'Cherry', 'Elm', 'Fir', 'Hazel']
    const data = treeNames.map((name, index) => ({ id: `w${index}`, name, size: index }))
    const pagination = { page: 1, limit: 10, totalPages: 1, totalDocs: 10, hasNextPage: false }
    showList(thingList({ loadPage: async () => ({ data, pagination }) }))
    await expectFirstRow('Birch')
    screen.getByText('Birch').focus()
    // Gives all key events the same time, so that type-ahead combines the letters into one word.
    vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(100)
    const focusedTexts = [['a'], ['a'], ['Home', 'a', 's', 'h', 'e'], ['Home', 'PageDown'], ['PageUp']].map((keys) => {
      for (const name of keys) key(name)
      return focusedText()
    })
    expect(focusedTexts).toEqual(['Alder', 'Ash', 'Ashen', 'Fir', 'Birch'])
  })

  test('move the focus left and right between the controls of a row', async () => {
    showList(thingList({ actions: menuOf({ id: 'open', title: literalText('Open'), run: () => undefined }) }))
    await expectFirstRow('Thing 01')
    screen.getByText('Thing 02').focus()
    key('ArrowRight')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions for Thing 02')
    key('ArrowLeft')
    expect(focusedText()).toBe('Thing 02')
  })

  test('focus the search field on a slash', async () => {
    showList(thingList())
    await expectFirstRow('Thing 01')
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })

  test('do nothing on a slash if single-key shortcuts are off', async () => {
    localStorage.setItem('atelier:single-keys', 'off')
    showList(thingList())
    await expectFirstRow('Thing 01')
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(document.body)
    localStorage.clear()
  })
})
