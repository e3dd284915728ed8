import {
  parseSearchText,
  type SearchEntry,
  type SearchTarget,
  searchEntries,
  toSearchEntry,
} from '../../machines/palette/palette.ts'
import type { MessageKey } from '../message-key.ts'
import type { PageCommand, PageCommandChoice, PageCommandGroup } from '../page-commands.ts'

/** Line of the palette: a navigation target, an action, or a choice for an action. */
export type PaletteOption = { id: string; label: string } & (
  | { thing: SearchTarget }
  | { offer: PageCommand }
  | { choice: string; of: PageCommand }
)

export interface PaletteGroup {
  id: string
  /** Message key of the heading, and the subject of the group's actions. */
  heading: MessageKey<'palette'>
  about?: string
  lines: readonly PaletteOption[]
}

export interface PaletteSources {
  typed: string
  entries: readonly SearchEntry<SearchTarget>[]
  recent: readonly SearchTarget[]
  pages: readonly SearchTarget[]
  commandGroups: readonly PageCommandGroup[]
  /** Current URL, which is not listed as a target. */
  here: string
}

/** Maximum numbers of assets, users, actions, and other targets (pages, tags and applications) in a search. */
const [MAX_ASSETS, MAX_USERS, MAX_COMMANDS, MAX_PAGES] = [8, 4, 6, 6]

const toPaletteOption = (target: SearchTarget): PaletteOption => ({ id: target.id, label: target.label, thing: target })

/** Returns the non-empty groups of the palette for the typed text. */
export function buildPaletteGroups({
  typed,
  entries,
  recent,
  pages,
  commandGroups,
  here,
}: PaletteSources): PaletteGroup[] {
  const { text, isForActions } = parseSearchText(typed)
  const currentTargets = new Map(entries.map(({ thing }) => [thing.id, thing]))
  const isRecent = new Set(recent.map(({ id }) => id))
  const commandLines = commandGroups.map(
    ({ subject, commands }, index): PaletteGroup => ({
      id: `do ${index}`,
      ...(subject === undefined
        ? { heading: 'palette.help' as const }
        : { heading: 'palette.do' as const, about: subject }),
      lines: searchEntries(enabledFirst(commands).map(toSearchEntry), text, text ? MAX_COMMANDS : commands.length).map(
        (offer) => ({
          id: `do ${index} ${offer.id}`,
          label: offer.label,
          offer,
        }),
      ),
    }),
  )
  // Actions on the selection or the open item are first. Actions listed as help are last.
  const [subjectGroups, helpGroups] = [
    commandLines.filter(({ about }) => about),
    commandLines.filter(({ about }) => !about),
  ]
  const entriesOfKind = (kind: SearchTarget['kind']) => entries.filter(({ thing }) => thing.kind === kind)
  const groups: PaletteGroup[] = isForActions
    ? [...subjectGroups, ...helpGroups]
    : text === ''
      ? [
          // Recently opened targets, with newer data in place of the stored data.
          {
            id: 'recent',
            heading: 'palette.recent',
            lines: recent
              .filter(({ to }) => to !== here)
              .map((target) => toPaletteOption(currentTargets.get(target.id) ?? target)),
          },
          ...subjectGroups,
          { id: 'places', heading: 'palette.goTo', lines: pages.filter(({ to }) => to !== here).map(toPaletteOption) },
          ...helpGroups,
        ]
      : [
          {
            id: 'assets',
            heading: 'palette.assets',
            lines: searchEntries(entriesOfKind('asset'), text, MAX_ASSETS, isRecent).map(toPaletteOption),
          },
          {
            id: 'users',
            heading: 'palette.users',
            lines: searchEntries(entriesOfKind('user'), text, MAX_USERS, isRecent).map(toPaletteOption),
          },
          ...subjectGroups,
          {
            id: 'places',
            heading: 'palette.goTo',
            lines: searchEntries(
              [...pages.map(toSearchEntry), ...entriesOfKind('tag'), ...entriesOfKind('application')],
              text,
              MAX_PAGES,
              isRecent,
            ).map(toPaletteOption),
          },
          ...helpGroups,
        ]
  return groups.filter(({ lines }) => lines.length > 0)
}

/** Sorts disabled actions last, because Enter runs the first line. */
const enabledFirst = (commands: readonly PageCommand[]) =>
  commands.toSorted((a, other) => Number(Boolean(a.disabledReason)) - Number(Boolean(other.disabledReason)))

export function buildChoiceGroups(
  offer: PageCommand,
  choices: readonly PageCommandChoice[],
  typed: string,
): PaletteGroup[] {
  const lines = searchEntries(choices.map(toSearchEntry), typed, choices.length).map(
    ({ id, label }): PaletteOption => ({ id: `choice ${id}`, label, choice: id, of: offer }),
  )
  return lines.length > 0 ? [{ id: 'choices', heading: 'palette.choose', lines }] : []
}
