import { PlusIcon } from '@phosphor-icons/react/Plus'
import { guessTags, tellingWords } from '../../machines/rules/guess-tags.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import type { Choice } from '../kit/Option.tsx'
import { useAsking } from '../use-asking.ts'
import styles from './NewAsset.module.css'
import type { LoadChoices } from './use-choices.ts'

/** What a model's file tells of it. */
export interface ModelNames {
  fileName: string
  /** What its parts are called. */
  parts: readonly string[]
}

/** Props of {@link SuggestedTags}. */
export interface SuggestedTagsProps {
  model: ModelNames
  load: LoadChoices
  /** The ids of those that the asset has already. */
  chosen: readonly string[]
  onAdd: (tag: Choice) => void
}

/** Tags that a model's names suggest, each a press away; nothing is added by itself, and nothing stands there without any. */
export function SuggestedTags({ model: { fileName, parts }, load, chosen, onAdd }: SuggestedTagsProps) {
  const { translate } = useAtelier()
  const words = tellingWords(fileName, parts).join(' ')
  const { answer } = useAsking({
    about: 'tags',
    question: words || null,
    ask: (asked, signal) => tagsWith(load, asked, signal),
  })
  const tags = guessTags(fileName, parts, answer ?? []).filter(({ id }) => !chosen.includes(id))
  if (tags.length === 0) return null
  return (
    <p className={styles.suggested}>
      {translate('new.tags.suggested')}
      {tags.map((tag) => (
        <Button key={tag.id} size="sm" icon={<PlusIcon />} onClick={() => onAdd(tag)}>
          {tag.label}
        </Button>
      ))}
    </p>
  )
}

/** All tags where they are few, else those that have one of these words. */
async function tagsWith(load: LoadChoices, words: string, signal: AbortSignal): Promise<readonly Choice[]> {
  const all = await load('', signal)
  if (!all.hasMore) return all.items
  const pages = await Promise.all(words.split(' ').map((word) => load(word, signal)))
  return [...new Map(pages.flatMap(({ items }) => items).map((it) => [it.id, it])).values()]
}
