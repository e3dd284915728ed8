import { CheckIcon } from '@phosphor-icons/react/Check'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { guessTags, tellingWords } from '../../machines/rules/guess-tags.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import type { Choice } from '../kit/Option.tsx'
import { useAsking } from '../use-asking.ts'
import type { ModelNames } from './model-names.ts'
import styles from './NewAsset.module.css'
import type { LoadChoices } from './use-choices.ts'

/** Props of {@link SuggestedTags}. */
export interface SuggestedTagsProps {
  model: ModelNames
  load: LoadChoices
  /** The ids of those that the asset has already. */
  chosen: readonly string[]
  onAdd: (tag: Choice) => void
  /** The ids of those that it gets anyway, with all others: they are suggested no more. */
  ofAll?: readonly string[]
  /** With it those that it has stay here, where no field shows them, to be taken off again. */
  onRemove?: ((id: string) => void) | undefined
}

/** Tags that a model's names suggest, each a press away; nothing is added by itself, and nothing stands there without any. */
export function SuggestedTags(props: SuggestedTagsProps) {
  const { model, load, chosen, ofAll = [], onAdd, onRemove } = props
  const { fileName, parts } = model
  const { translate } = useAtelier()
  const words = tellingWords(fileName, parts).join(' ')
  const { answer } = useAsking({
    about: 'tags',
    question: words || null,
    ask: (asked, signal) => tagsWith(load, asked, signal),
  })
  const guessed = guessTags(fileName, parts, answer ?? [])
  const added = answer && onRemove ? chosen.filter((id) => !guessed.some((tag) => tag.id === id)) : []
  const tags: readonly Choice[] = [
    ...guessed.filter(({ id }) => (chosen.includes(id) ? onRemove : !ofAll.includes(id))),
    ...added.map((id) => answer?.find((tag) => tag.id === id) ?? { id, label: translate('activity.gone.tags') }),
  ]
  if (tags.length === 0) return null
  return (
    <p className={styles.suggested}>
      {translate('new.tags.suggested')}
      {tags.map((tag) => {
        const isOn = chosen.includes(tag.id)
        return (
          <Button
            key={tag.id}
            size="sm"
            icon={isOn ? <CheckIcon /> : <PlusIcon />}
            aria-pressed={onRemove ? isOn : undefined}
            onClick={() => (isOn ? onRemove?.(tag.id) : onAdd(tag))}
          >
            {tag.label}
          </Button>
        )
      })}
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
