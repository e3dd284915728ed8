import { ArrowSquareOutIcon } from '@phosphor-icons/react/ArrowSquareOut'
import { useState } from 'react'
import { getActiveShortcuts, type ShortcutGroup } from '../active-shortcuts.ts'
import { useAtelier } from '../context.ts'
import { getButtonClass } from '../kit/button-class.ts'
import { Switch } from '../kit/fields/Switch.tsx'
import { Icon } from '../kit/Icon.tsx'
import { Kbd } from '../kit/Kbd.tsx'
import { Dialog } from '../kit/overlays/Dialog.tsx'
import type { MessageKey } from '../message-key.ts'
import { keysMessages } from '../messages/keys.ts'
import { areSingleKeyShortcutsEnabled, saveSingleKeyShortcutsEnabled } from '../preferences.ts'
import { getCommandKeyLabel, getControlKeyLabel } from '../shortcut.ts'
import { useMessages } from '../use-messages.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './ShortcutsDialog.module.css'

/** Placeholders for two keys: ⌘ or Ctrl, depending on the system, and Ctrl on every system. */
const COMMAND = 'command'
const CONTROL = 'control'

/** Keys whose label is the same in all languages. */
const SYMBOLS = ['/', '>', '?', '↑', '↓', '←', '→', '↵', 'A', 'I', 'J', 'K', 'S', 'Z', 'F6', 'F8', 'Esc'] as const
type KeySymbol = (typeof SYMBOLS)[number]

type ShortcutCap = KeySymbol | typeof COMMAND | typeof CONTROL | MessageKey<'keys'>

const isSymbol = (cap: ShortcutCap): cap is KeySymbol => SYMBOLS.some((symbol) => symbol === cap)

type ShortcutLine = readonly [labelKey: MessageKey<'keys'>, caps: readonly ShortcutCap[]]

const SHORTCUTS: Readonly<Record<ShortcutGroup, readonly ShortcutLine[]>> = {
  list: [
    ['keys.search', ['/']],
    ['keys.toRows', ['↓']],
    ['keys.rows', ['↑', '↓']],
    ['keys.beside', ['←', '→']],
    ['keys.ends', ['keys.home', 'keys.end']],
    ['keys.pages', ['keys.pageUp', 'keys.pageDown']],
    ['keys.letters', ['keys.letter']],
    ['keys.open', ['↵']],
    ['keys.column', ['keys.shift', '←', '→']],
    ['keys.selectAll', [COMMAND, 'A']],
    ['keys.toolbar', ['F6']],
    ['keys.toolbar.letters', ['keys.letter']],
  ],
  preview: [['keys.preview', ['keys.space']]],
  moves: [
    ['keys.lift', ['keys.space']],
    ['keys.carry', ['↑', '↓']],
  ],
  form: [['keys.save', [COMMAND, 'S']]],
  stage: [
    ['keys.turn', ['←', '→']],
    ['keys.turnFar', ['keys.pageUp', 'keys.pageDown']],
    ['keys.face', ['keys.home']],
  ],
  neighbours: [['keys.neighbours', ['J', 'K']]],
  queue: [['keys.nextToComplete', ['F8']]],
}

const GLOBAL_SHORTCUTS: readonly ShortcutLine[] = [
  ['keys.palette', [COMMAND, 'K']],
  ['keys.palette.actions', ['>']],
  ['keys.newTab', [COMMAND, '↵']],
  ['keys.notices', ['F6']],
  ['keys.undo', [COMMAND, 'Z']],
  ['keys.inspector', [CONTROL, 'I']],
  ['keys.back', ['Esc']],
  ['keys.show', ['?']],
]

/** Dialog with the shortcuts of the page and of the app, and a switch for single-key shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setIsOn] = useState(areSingleKeyShortcutsEnabled)
  const [pageShortcuts] = useState(() => [...getActiveShortcuts()].flatMap((set) => SHORTCUTS[set]))
  const translate = useMessages(keysMessages)
  if (!translate) return null
  const setSingleKeys = (on: boolean) => {
    saveSingleKeyShortcutsEnabled(on)
    setIsOn(on)
  }
  return (
    <Dialog isOpen onClose={onClose} title={translate('account.keys')} closeLabel={translate('action.close')}>
      {pageShortcuts.length > 0 && <ShortcutList title="keys.page" lines={pageShortcuts} />}
      <ShortcutList title="keys.everywhere" lines={GLOBAL_SHORTCUTS} />
      <div className={styles.foot}>
        <Switch label={translate('keys.on')} isSelected={isOn} onChange={setSingleKeys} />
        <a href="/docs" target="_blank" rel="noreferrer" className={getButtonClass({ variant: 'ghost', size: 'sm' })}>
          {translate('account.docs')}
          <Icon size="sm">
            <ArrowSquareOutIcon />
          </Icon>
        </a>
      </div>
    </Dialog>
  )
}

function ShortcutList({ title, lines }: { title: MessageKey<'keys'>; lines: readonly ShortcutLine[] }) {
  const translate = useTranslate(keysMessages)
  const { language } = useAtelier()
  const capLabel = (cap: ShortcutCap) => {
    if (cap === COMMAND) return getCommandKeyLabel(language)
    if (cap === CONTROL) return getControlKeyLabel(language)
    return isSymbol(cap) ? cap : translate(cap)
  }
  return (
    <>
      <h3 className={styles.title}>{translate(title)}</h3>
      <dl className={styles.keys}>
        {lines.map(([labelKey, caps]) => (
          <div key={labelKey}>
            <dt>{translate(labelKey)}</dt>
            <dd>
              <Kbd keys={caps.map(capLabel)} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
