import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

export const users = {
  emailExists: endpoint({
    method: 'GET',
    path: 'v1/users/email/{email}',
    summary: 'Tells whether an address has an account.',
    access: 'anyone',
    returns: v.object({ data: v.object({ exists: v.boolean() }) }),
  }),
}
