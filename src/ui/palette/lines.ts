import { type Entry, entryOf, findThings, readWanted, type Thing } from '../../machines/rules/palette.ts'
import type { Offer, OfferedChoice, Offering } from '../offers.ts'

/** A line of the palette: a thing to go to, something to do, or what to do it with. */
export type Line = { id: string; label: string } & ({ thing: Thing } | { offer: Offer } | { choice: string; of: Offer })

/** Lines under one heading. */
export interface Group {
  id: string
  /** The key of the heading, with what it is about. */
  heading: string
  about?: string
  lines: readonly Line[]
}

/** What the lines are taken from. */
export interface LinesFrom {
  typed: string
  held: readonly Entry<Thing>[]
  recent: readonly Thing[]
  pages: readonly Thing[]
  offerings: readonly Offering[]
  /** The address that is shown: nobody is led to where they are. */
  here: string
}

/** How many assets, users, actions and places stand there at most once something is typed. */
const [MOST_ASSETS, MOST_USERS, MOST_OFFERS, MOST_PLACES] = [8, 4, 6, 6]

const lineOf = (thing: Thing): Line => ({ id: thing.id, label: thing.label, thing })

/** What the palette shows for what is typed; groups without a line are left out. */
export function linesFor({ typed, held, recent, pages, offerings, here }: LinesFrom): Group[] {
  const { text, isForActions } = readWanted(typed)
  const known = new Map(held.map(({ thing }) => [thing.id, thing]))
  const isRecent = new Set(recent.map(({ id }) => id))
  const offered = offerings.map(
    ({ about, offers }, index): Group => ({
      id: `do ${index}`,
      ...(about === undefined ? { heading: 'palette.help' } : { heading: 'palette.do', about }),
      lines: findThings(doableFirst(offers).map(entryOf), text, text ? MOST_OFFERS : offers.length).map((offer) => ({
        id: `do ${index} ${offer.id}`,
        label: offer.label,
        offer,
      })),
    }),
  )
  // What is selected or open comes first; help is looked for last.
  const [doing, help] = [offered.filter(({ about }) => about), offered.filter(({ about }) => !about)]
  const of = (kind: Thing['kind']) => held.filter(({ thing }) => thing.kind === kind)
  const groups: Group[] = isForActions
    ? [...doing, ...help]
    : text === ''
      ? [
          // What is newer known than it was kept is shown as it is now.
          {
            id: 'recent',
            heading: 'palette.recent',
            lines: recent.filter(({ to }) => to !== here).map((thing) => lineOf(known.get(thing.id) ?? thing)),
          },
          ...doing,
          { id: 'places', heading: 'palette.goTo', lines: pages.filter(({ to }) => to !== here).map(lineOf) },
          ...help,
        ]
      : [
          {
            id: 'assets',
            heading: 'palette.assets',
            lines: findThings(of('asset'), text, MOST_ASSETS, isRecent).map(lineOf),
          },
          {
            id: 'users',
            heading: 'palette.users',
            lines: findThings(of('user'), text, MOST_USERS, isRecent).map(lineOf),
          },
          ...doing,
          {
            id: 'places',
            heading: 'palette.goTo',
            lines: findThings(
              [...pages.map(entryOf), ...of('tag'), ...of('application')],
              text,
              MOST_PLACES,
              isRecent,
            ).map(lineOf),
          },
          ...help,
        ]
  return groups.filter(({ lines }) => lines.length > 0)
}

/** Enter does the first line: what is refused stands behind what can be done. */
const doableFirst = (offers: readonly Offer[]) =>
  offers.toSorted((one, other) => Number(Boolean(one.refusal)) - Number(Boolean(other.refusal)))

/** What the palette shows of what an action can be done with. */
export function choicesFor(offer: Offer, choices: readonly OfferedChoice[], typed: string): Group[] {
  const lines = findThings(choices.map(entryOf), typed, choices.length).map(
    ({ id, label }): Line => ({ id: `choice ${id}`, label, choice: id, of: offer }),
  )
  return lines.length > 0 ? [{ id: 'choices', heading: 'palette.choose', lines }] : []
}
