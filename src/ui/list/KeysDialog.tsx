import { useAtelier } from '../context.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { Kbd } from '../kit/Kbd.tsx'
import { Switch } from '../kit/Switch.tsx'
import styles from './KeysDialog.module.css'
import type { ListKeys } from './use-keys.ts'

/** Props of {@link KeysDialog}. */
export interface KeysDialogProps {
  keys: ListKeys
  /** Rows can be moved here. */
  isMovable: boolean
}

const KEYS = [
  ['list.shortcuts.search', ['/']],
  ['list.shortcuts.rows', ['↑', '↓']],
  ['list.shortcuts.beside', ['←', '→']],
  ['list.shortcuts.ends', ['list.shortcuts.home', 'list.shortcuts.end']],
  ['list.shortcuts.pages', ['list.shortcuts.pageUp', 'list.shortcuts.pageDown']],
  ['list.shortcuts.letters', ['list.shortcuts.letter']],
  ['list.shortcuts.open', ['↵']],
  ['list.shortcuts.column', ['list.shortcuts.shift', '←', '→']],
] as const

const MOVES = [
  ['list.shortcuts.lift', ['list.shortcuts.space']],
  ['list.shortcuts.carry', ['↑', '↓']],
  ['list.shortcuts.back', ['Esc']],
] as const

/** The keys of a list, and a switch for those that are a single character. */
export function KeysDialog({ keys: { hide, areOn, turn }, isMovable }: KeysDialogProps) {
  const { translate } = useAtelier()
  const lines = [...KEYS, ...(isMovable ? MOVES : []), ['list.shortcuts.show', ['?']]] as const
  return (
    <Dialog isOpen onClose={hide} title={translate('list.shortcuts')} closeLabel={translate('action.close')}>
      <dl className={styles.keys}>
        {lines.map(([word, caps]) => (
          <div key={word}>
            <dt>{translate(word)}</dt>
            <dd>
              <Kbd keys={caps.map((cap) => translate(cap))} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.foot}>
        <Switch label={translate('list.shortcuts.on')} isSelected={areOn} onChange={turn} />
      </div>
    </Dialog>
  )
}
