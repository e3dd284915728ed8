import { TreeStructureIcon } from '@phosphor-icons/react/TreeStructure'
import { useAtelier } from '../context.ts'
import { BareButton } from '../kit/BareButton.tsx'
import { classes } from '../kit/classes.ts'
import { Icon } from '../kit/Icon.tsx'
import { Kbd } from '../kit/Kbd.tsx'
import { controlKey } from '../shortcut.ts'
import { useWords } from '../use-words.ts'
import { watchWords } from '../words/watch.ts'
import own from './RailInspector.module.css'
import styles from './Shell.module.css'

/** Opens the inspector of the state machines beside the page, or closes it (look.md §6). */
export function RailInspector({ isBare = false }: { isBare?: boolean }) {
  const { translate, language, inspect } = useAtelier()
  const hasWords = useWords(watchWords, 'fetch')
  if (!inspect || !hasWords) return null
  const label = translate('watch.inspector')
  return (
    <BareButton
      className={classes(styles.place, own.button)}
      // Its words are its name while they are seen.
      aria-label={isBare ? label : undefined}
      aria-keyshortcuts="Control+I"
      onClick={inspect}
    >
      <Icon size="fit" className={styles.glyph}>
        <TreeStructureIcon />
      </Icon>
      <span className={styles.word}>{label}</span>
      <span className={own.keys} aria-hidden="true">
        <Kbd keys={[controlKey(language), 'I']} />
      </span>
    </BareButton>
  )
}
