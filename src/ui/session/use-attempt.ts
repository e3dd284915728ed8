import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { SessionEvent } from '../../machines/rules/session.ts'
import { useAtelier } from '../context.ts'
import { useMoment } from '../moment.ts'

/** The states of the session in which a code is waited for. */
const CODE_STATES: readonly unknown[] = ['awaitingCode', 'checkingCode', 'resendingCode']

/** Tries things with the session; an error or a notice shows only on the page that asked for what it is about. */
export function useAttempt() {
  const { session } = useAtelier()
  const { value, context } = useSelector(useMoment(session), (snapshot) => snapshot)
  const [wasTried, setTried] = useState(false)
  const attempt = (event: SessionEvent) => {
    setTried(true)
    session.send(event)
  }
  return {
    attempt,
    wasTried,
    isAwaitingCode: CODE_STATES.includes(value),
    /** What was asked for and is being done. */
    attempting: context.attempt?.type,
    data: context.data,
    /** What came of proving the e-mail. */
    verified: context.verified,
    /** The address a code was mailed to. */
    email: context.email,
    error: wasTried ? context.error : null,
    notice: wasTried ? context.notice : null,
  }
}
