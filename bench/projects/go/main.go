// Imports what a large service would.
package main

import (
	_ "cloud.google.com/go/storage"
	_ "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	_ "github.com/aws/aws-sdk-go-v2/config"
	_ "github.com/aws/aws-sdk-go-v2/service/s3"
	_ "github.com/charmbracelet/bubbletea"
	_ "github.com/elastic/go-elasticsearch/v8"
	_ "github.com/gin-gonic/gin"
	_ "github.com/gofiber/fiber/v2"
	_ "github.com/hashicorp/consul/api"
	_ "github.com/hashicorp/vault/api"
	_ "github.com/labstack/echo/v4"
	_ "github.com/nats-io/nats.go"
	_ "github.com/prometheus/client_golang/prometheus"
	_ "github.com/redis/go-redis/v9"
	_ "github.com/segmentio/kafka-go"
	_ "github.com/spf13/cobra"
	_ "github.com/spf13/viper"
	_ "github.com/stretchr/testify/assert"
	_ "github.com/testcontainers/testcontainers-go"
	_ "go.etcd.io/etcd/client/v3"
	_ "go.mongodb.org/mongo-driver/mongo"
	_ "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	_ "go.opentelemetry.io/otel/sdk/trace"
	_ "go.uber.org/fx"
	_ "go.uber.org/zap"
	_ "google.golang.org/grpc"
	_ "gorm.io/driver/mysql"
	_ "gorm.io/driver/postgres"
	_ "gorm.io/gorm"
	_ "k8s.io/client-go/kubernetes"
	_ "sigs.k8s.io/controller-runtime"
)

func main() {}
