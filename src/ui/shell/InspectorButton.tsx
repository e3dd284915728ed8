import { TreeStructureIcon } from '@phosphor-icons/react/TreeStructure'
import { useAtelier } from '../context.ts'
import { BareButton } from '../kit/BareButton.tsx'
import { Icon } from '../kit/Icon.tsx'
import { joinClassNames } from '../kit/join-class-names.ts'
import { Kbd } from '../kit/Kbd.tsx'
import { watchMessages } from '../messages/watch.ts'
import { getControlKeyLabel } from '../shortcut.ts'
import { useMessages } from '../use-messages.ts'
import own from './InspectorButton.module.css'
import styles from './Shell.module.css'

/** Button that toggles the state machine inspector (design guide §6). */
export function InspectorButton({ isBare = false }: { isBare?: boolean }) {
  const { language, toggleInspector } = useAtelier()
  const translate = useMessages(watchMessages, 'prefetch')
  if (!toggleInspector || !translate) return null
  const label = translate('watch.inspector')
  return (
    <BareButton
      className={joinClassNames(styles.place, own.button)}
      // Without a visible label, the accessible name is set explicitly.
      aria-label={isBare ? label : undefined}
      aria-keyshortcuts="Control+I"
      onClick={toggleInspector}
    >
      <Icon size="fit" className={styles.glyph}>
        <TreeStructureIcon />
      </Icon>
      <span className={styles.word}>{label}</span>
      <span className={own.keys} aria-hidden="true">
        <Kbd keys={[getControlKeyLabel(language), 'I']} />
      </span>
    </BareButton>
  )
}
