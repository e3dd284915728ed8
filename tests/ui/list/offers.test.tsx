// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { offered } from '../../../src/ui/offers.ts'
import { box, firstIs, mark, sessionWith, setUpLists, showList, thingList, whole } from './bench.tsx'

setUpLists()

const told = () =>
  offered().map(({ about, offers }) => [about, ...offers.map(({ label, refusal }) => refusal ?? label)].join(', '))

test('what can be done to the selected rows is offered elsewhere too, with its choices', async () => {
  const done: string[] = []
  const perform: typeof whole = async (work) => {
    done.push(...work.items.map(({ id }) => id))
    return whole(work)
  }
  const bulk = [
    mark({ id: 'paint', title: 'Paint', perform }),
    mark({
      id: 'tag',
      title: 'Tag',
      choices: async () => ['winter', 'gone', 'kiln'].map((id) => ({ id, label: `The ${id}` })),
      offers: (choice, rows) => choice !== 'gone' && rows.length === 2,
      perform: async (work) => {
        done.push(`tagged ${work.items.length} ${work.choice}`)
        return whole(work)
      },
    }),
    mark({ id: 'sell', title: 'Sell', fits: () => false, leftOut: 'Sold already' }),
  ]
  const view = showList(thingList({ bulk }), {}, undefined, { session: sessionWith(['manage', 'all']) })
  await firstIs('Thing 01')
  expect(told()).toEqual([])
  fireEvent.click(box('02'))
  await waitFor(() => expect(told()).toEqual(['Thing 02, Paint, Tag…, Sold already']))
  fireEvent.click(box('03'))
  await waitFor(() => expect(told()).toEqual(['2 selected, Paint, Tag…, Sold already']))
  const [paint, tag] = offered()[0]!.offers
  const choices = await tag!.choices!(new AbortController().signal)
  expect([paint!.choices, choices.map(({ id }) => id)]).toEqual([undefined, ['winter', 'kiln']])
  await act(async () => tag!.run('kiln'))
  await waitFor(() => expect(done).toEqual(['tagged 2 kiln']))
  await act(async () => paint!.run())
  await waitFor(() => expect(done.length).toBe(3))
  view.unmount()
  expect(told()).toEqual([])
})

test('making another by a question is offered to those who may', async () => {
  const create = { title: 'New thing', needs: ['create', 'Tag'], question: 'new' } as const
  const questions = { new: () => <p>What is it called?</p> }
  const maker = showList(thingList({ create, questions }), {}, undefined, { session: sessionWith(['create', 'Tag']) })
  await firstIs('Thing 01')
  expect(told()).toEqual(['Things, New thing'])
  await act(async () => offered()[0]!.offers[0]!.run())
  expect(screen.getByText('What is it called?')).toBeTruthy()
  maker.unmount()
  showList(thingList({ create, questions }))
  await firstIs('Thing 01')
  expect(told()).toEqual([])
})
