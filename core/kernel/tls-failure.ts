// What a failed connection says about TLS.

/** Whether a connection failed because of TLS: an untrusted certificate, or a server that speaks something else. */
export const isTlsFailure = ({ code = '', message = '' }: { code?: unknown; message?: string }): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/.test(String(code)) || /certificate/i.test(message)
