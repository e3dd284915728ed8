import { CheckCircleIcon } from '@phosphor-icons/react/CheckCircle'
import { InfoIcon } from '@phosphor-icons/react/Info'
import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { XIcon } from '@phosphor-icons/react/X'
import { useState, useSyncExternalStore } from 'react'
import { UNSAFE_PortalProvider } from 'react-aria/PortalProvider'
import {
  Button as AriaButton,
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as AriaToastContent,
  UNSTABLE_ToastRegion as AriaToastRegion,
  Text,
} from 'react-aria-components/Toast'
import { getButtonClass } from '../button-class.ts'
import { Icon } from '../Icon.tsx'
import { joinClassNames } from '../join-class-names.ts'
import styles from './ToastRegion.module.css'
import { TOAST_DURATION_MS, type ToastContent, type Toasts } from './toasts.ts'

export interface ToastRegionProps {
  toasts: Toasts
  /** Accessible name of the region: "Notifications". F6 moves the focus to it. */
  label: string
  dismissLabel: string
}

/**
 * Region of toasts, the newest at the bottom. Toasts take up layout space and cover nothing. Timers pause while the region is
 * hovered or focused.
 */
export function ToastRegion({ toasts, label, dismissLabel }: ToastRegionProps) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const { queue } = toasts
  // React Aria registers no landmark for a region that is empty at mount, so F6 would skip the region.
  const isEmpty = useSyncExternalStore(
    (listener) => queue.subscribe(listener),
    () => queue.visibleToasts.length === 0,
  )
  return (
    <>
      <div ref={setContainer} className={styles.place} />
      {container && !isEmpty && (
        <UNSAFE_PortalProvider getContainer={() => container}>
          <AriaToastRegion queue={queue} aria-label={label} className={styles.region!}>
            {({ toast }) => (
              <AriaToast toast={toast} className={styles.toast!} data-tone={toast.content.kind}>
                <ToastGlyph kind={toast.content.kind} />
                <AriaToastContent role={toast.content.kind === 'bad' ? 'alert' : 'status'} className={styles.words!}>
                  <Text slot="title">{toast.content.text}</Text>
                  {toast.content.detail && (
                    <Text slot="description" className={styles.detail!}>
                      {toast.content.detail}
                    </Text>
                  )}
                </AriaToastContent>
                {toast.content.action && (
                  <AriaButton
                    slot={null}
                    className={joinClassNames(getButtonClass({ variant: 'ghost' }), styles.action)}
                    onPress={() => {
                      toast.content.action?.onAction()
                      toasts.close(toast.key)
                    }}
                  >
                    {toast.content.action.label}
                  </AriaButton>
                )}
                <AriaButton
                  slot="close"
                  aria-label={dismissLabel}
                  className={joinClassNames(getButtonClass({ variant: 'ghost', square: true }), styles.dismiss)}
                >
                  <Icon size="sm">
                    <XIcon />
                  </Icon>
                </AriaButton>
              </AriaToast>
            )}
          </AriaToastRegion>
        </UNSAFE_PortalProvider>
      )}
    </>
  )
}

const GLYPHS = {
  ok: <CheckCircleIcon weight="fill" />,
  note: <InfoIcon weight="fill" />,
  bad: <WarningCircleIcon weight="fill" />,
}

function ToastGlyph({ kind }: { kind: ToastContent['kind'] }) {
  if (kind !== 'undo') return <Icon className={styles.glyph}>{GLYPHS[kind]}</Icon>
  return (
    <svg className={styles.ring} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" />
      <circle cx="10" cy="10" r="8" pathLength="100" style={{ animationDuration: `${TOAST_DURATION_MS}ms` }} />
    </svg>
  )
}
