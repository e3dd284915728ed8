// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import '../kit/support.ts'
import { firstIs, menuOf, setUpLists, showList, thingList } from './bench.tsx'

setUpLists()
afterEach(() => vi.restoreAllMocks())

describe('keys', () => {
  const focused = () => document.activeElement?.textContent
  const key = (name: string) => fireEvent.keyDown(document.activeElement!, { key: name })

  test('letters lead to the next row whose name begins with them, page keys pass eight rows', async () => {
    const words = ['Birch', 'Alder', 'Ash', 'Beech', 'Ashen', 'Cedar', 'Cherry', 'Elm', 'Fir', 'Hazel']
    const data = words.map((name, index) => ({ id: `w${index}`, name, size: index }))
    const pagination = { page: 1, limit: 10, totalPages: 1, totalDocs: 10, hasNextPage: false }
    showList(thingList({ loadPage: async () => ({ data, pagination }) }))
    await firstIs('Birch')
    screen.getByText('Birch').focus()
    // All within the second in which letters make a word.
    vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(100)
    const led = [['a'], ['a'], ['Home', 'a', 's', 'h', 'e'], ['Home', 'PageDown'], ['PageUp']].map((keys) => {
      for (const name of keys) key(name)
      return focused()
    })
    expect(led).toEqual(['Alder', 'Ash', 'Ashen', 'Fir', 'Birch'])
  })

  test('to the side lead to the controls of the row and back', async () => {
    showList(thingList({ actions: menuOf({ id: 'open', title: 'Open', run: () => undefined }) }))
    await firstIs('Thing 01')
    screen.getByText('Thing 02').focus()
    key('ArrowRight')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions for Thing 02')
    key('ArrowLeft')
    expect(focused()).toBe('Thing 02')
  })

  test('a stroke leads to the search', async () => {
    showList(thingList())
    await firstIs('Thing 01')
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })

  test('a stroke does nothing where single keys are turned off', async () => {
    localStorage.setItem('atelier:single-keys', 'off')
    showList(thingList())
    await firstIs('Thing 01')
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(document.body)
    localStorage.clear()
  })
})
