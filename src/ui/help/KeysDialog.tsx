import { ArrowSquareOutIcon } from '@phosphor-icons/react/ArrowSquareOut'
import { useState } from 'react'
import { useAtelier } from '../context.ts'
import { type KeySet, keysShown } from '../keys-of.ts'
import { buttonClass } from '../kit/button-class.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { Icon } from '../kit/Icon.tsx'
import { Kbd } from '../kit/Kbd.tsx'
import { Switch } from '../kit/Switch.tsx'
import { keepSingleKeys, singleKeysWork } from '../preferences.ts'
import { commandKey, controlKey } from '../shortcut.ts'
import { useWords } from '../use-words.ts'
import { keysWords } from '../words/keys.ts'
import styles from './KeysDialog.module.css'

/** A line of the sheet: the key of its words, and the caps, which are words too where they have letters. */
type KeyLine = readonly [word: string, caps: readonly string[]]

/** Stand for ⌘ or Ctrl, and for Ctrl alone. */
const COMMAND = 'command'
const CONTROL = 'control'

const KEYS: Readonly<Record<KeySet, readonly KeyLine[]>> = {
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

const EVERYWHERE: readonly KeyLine[] = [
  ['keys.palette', [COMMAND, 'K']],
  ['keys.palette.actions', ['>']],
  ['keys.newTab', [COMMAND, '↵']],
  ['keys.notices', ['F6']],
  ['keys.undo', [COMMAND, 'Z']],
  ['keys.inspector', [CONTROL, 'I']],
  ['keys.back', ['Esc']],
  ['keys.show', ['?']],
]

/** The keys of the page that is shown and those that work everywhere, and a switch for those that are a single character. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { translate } = useAtelier()
  const [areOn, setOn] = useState(singleKeysWork)
  const [here] = useState(() => [...keysShown()].flatMap((set) => KEYS[set]))
  if (!useWords(keysWords)) return null
  const turn = (on: boolean) => {
    keepSingleKeys(on)
    setOn(on)
  }
  return (
    <Dialog isOpen onClose={onClose} title={translate('account.keys')} closeLabel={translate('action.close')}>
      {here.length > 0 && <Keys title="keys.page" lines={here} />}
      <Keys title="keys.everywhere" lines={EVERYWHERE} />
      <div className={styles.foot}>
        <Switch label={translate('keys.on')} isSelected={areOn} onChange={turn} />
        <a href="/docs" target="_blank" rel="noreferrer" className={buttonClass({ variant: 'ghost', size: 'sm' })}>
          {translate('account.docs')}
          <Icon size="sm">
            <ArrowSquareOutIcon />
          </Icon>
        </a>
      </div>
    </Dialog>
  )
}

function Keys({ title, lines }: { title: string; lines: readonly KeyLine[] }) {
  const { translate, language } = useAtelier()
  const capOf = (cap: string) =>
    cap === COMMAND ? commandKey(language) : cap === CONTROL ? controlKey(language) : translate(cap)
  return (
    <>
      <h3 className={styles.title}>{translate(title)}</h3>
      <dl className={styles.keys}>
        {lines.map(([word, caps]) => (
          <div key={word}>
            <dt>{translate(word)}</dt>
            <dd>
              <Kbd keys={caps.map(capOf)} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
